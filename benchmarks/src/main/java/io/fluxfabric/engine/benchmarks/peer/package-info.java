/** Other job libraries for the JVM, with the best settings found for them. */
@NullMarked
package io.fluxfabric.engine.benchmarks.peer;

import org.jspecify.annotations.NullMarked;
