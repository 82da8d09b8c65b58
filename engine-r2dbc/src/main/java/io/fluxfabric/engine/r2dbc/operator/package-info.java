/** What operators do to executions, on R2DBC, one verb per file. */
@NullMarked
package io.fluxfabric.engine.r2dbc.operator;

import org.jspecify.annotations.NullMarked;
