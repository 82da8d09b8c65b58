/** The invariant checker on R2DBC. */
@NullMarked
package io.fluxfabric.engine.r2dbc.audit;

import org.jspecify.annotations.NullMarked;
