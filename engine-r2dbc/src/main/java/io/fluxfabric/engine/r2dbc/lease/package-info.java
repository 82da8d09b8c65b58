/** Leases on R2DBC, one verb per file. */
@NullMarked
package io.fluxfabric.engine.r2dbc.lease;

import org.jspecify.annotations.NullMarked;
