/** Many concurrent calls become few statements, without a timer. */
@NullMarked
package io.fluxfabric.engine.r2dbc.coalesce;

import org.jspecify.annotations.NullMarked;
