package io.fluxfabric.engine.planted;

import io.fluxfabric.engine.r2dbc.planted.CycleStart;
import io.r2dbc.spi.Connection;

/** An API type that knows R2DBC, and one half of a cycle with the engine on R2DBC. */
public record ApiWithConnection(Connection connection, CycleStart back) {}
