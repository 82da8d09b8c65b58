package io.fluxfabric.engine.r2dbc;

import io.r2dbc.spi.ConnectionFactory;
import io.r2dbc.spi.Result;

/** A doorway that takes connections, which it may, and results, which it may not. */
record PlantedDoorway(ConnectionFactory connections, Result result) {}
