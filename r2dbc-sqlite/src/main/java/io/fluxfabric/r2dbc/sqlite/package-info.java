/** An R2DBC driver for SQLite: every SQLite call runs on the connection's own thread, never on the subscriber's. */
@NullMarked
package io.fluxfabric.r2dbc.sqlite;

import org.jspecify.annotations.NullMarked;
