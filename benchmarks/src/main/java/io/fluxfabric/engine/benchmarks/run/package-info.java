/** The run: servers, databases, processes, rounds. */
@NullMarked
package io.fluxfabric.engine.benchmarks.run;

import org.jspecify.annotations.NullMarked;
