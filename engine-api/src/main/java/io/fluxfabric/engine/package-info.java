/** The doorway: an {@link io.fluxfabric.engine.Engine} and what it can do. */
@NullMarked
package io.fluxfabric.engine;

import org.jspecify.annotations.NullMarked;
