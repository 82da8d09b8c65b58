/** The command line of the benchmark. */
@NullMarked
package io.fluxfabric.engine.benchmarks.cli;

import org.jspecify.annotations.NullMarked;
