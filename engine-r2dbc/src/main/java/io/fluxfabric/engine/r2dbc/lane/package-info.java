/** Lanes on R2DBC, one verb per file. */
@NullMarked
package io.fluxfabric.engine.r2dbc.lane;

import org.jspecify.annotations.NullMarked;
