/** The engine's own statements without the engine: what the database can do with them. */
@NullMarked
package io.fluxfabric.engine.benchmarks.raw;

import org.jspecify.annotations.NullMarked;
