/** Proof of who holds an execution: the fence that every write checks and the handle that carries it. */
@NullMarked
package io.fluxfabric.engine.lease;

import org.jspecify.annotations.NullMarked;
