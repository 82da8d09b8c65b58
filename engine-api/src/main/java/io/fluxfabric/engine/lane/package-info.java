/** Lanes: which exist, whether they hand out work, and how much is on them. */
@NullMarked
package io.fluxfabric.engine.lane;

import org.jspecify.annotations.NullMarked;
