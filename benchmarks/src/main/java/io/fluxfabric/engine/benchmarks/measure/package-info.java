/** What every measured system is told and what it tells: work, figures, and the ways to take them. */
@NullMarked
package io.fluxfabric.engine.benchmarks.measure;

import org.jspecify.annotations.NullMarked;
