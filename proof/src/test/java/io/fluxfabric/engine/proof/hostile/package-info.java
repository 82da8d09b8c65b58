/** Values nobody should send, sent everywhere. */
package io.fluxfabric.engine.proof.hostile;
