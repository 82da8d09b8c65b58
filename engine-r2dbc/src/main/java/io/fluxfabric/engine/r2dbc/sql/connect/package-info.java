/** The engine's own connections: pools, session settings, reserved places. */
@NullMarked
package io.fluxfabric.engine.r2dbc.sql.connect;

import org.jspecify.annotations.NullMarked;
