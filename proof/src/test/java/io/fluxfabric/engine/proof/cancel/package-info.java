/** Every operation of the engine, cancelled at every moment. */
package io.fluxfabric.engine.proof.cancel;
