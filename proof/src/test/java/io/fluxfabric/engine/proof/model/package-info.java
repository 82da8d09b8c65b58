/** The engine against a model of it: the same steps on both, the same answers and the same state wanted. */
package io.fluxfabric.engine.proof.model;
