/** Faults to inject: a wire that breaks, signals to processes, connections taken away. */
@NullMarked
package io.fluxfabric.engine.chaos.fault;

import org.jspecify.annotations.NullMarked;
