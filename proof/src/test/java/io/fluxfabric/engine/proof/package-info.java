/** Tests that take the engine as a whole. */
package io.fluxfabric.engine.proof;
