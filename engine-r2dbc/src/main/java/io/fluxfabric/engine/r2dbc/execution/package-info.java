/** Executions on R2DBC, one verb per file. */
@NullMarked
package io.fluxfabric.engine.r2dbc.execution;

import org.jspecify.annotations.NullMarked;
