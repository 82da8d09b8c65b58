/** Statements, dialects and transactions: the only room of the engine that knows R2DBC. */
@NullMarked
package io.fluxfabric.engine.r2dbc.sql;

import org.jspecify.annotations.NullMarked;
