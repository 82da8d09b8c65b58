/** FluxFabric as an application uses it, measured through its public API. */
@NullMarked
package io.fluxfabric.engine.benchmarks.engine;

import org.jspecify.annotations.NullMarked;
