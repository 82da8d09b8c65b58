/** What a run found: statistics, tables, targets, a chart and a file. */
@NullMarked
package io.fluxfabric.engine.benchmarks.report;

import org.jspecify.annotations.NullMarked;
