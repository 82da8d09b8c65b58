/** Events on R2DBC, one verb per file. */
@NullMarked
package io.fluxfabric.engine.r2dbc.event;

import org.jspecify.annotations.NullMarked;
