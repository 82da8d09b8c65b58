package io.fluxfabric.r2dbc.sqlite.planted;

import io.fluxfabric.engine.planted.ApiWithConnection;
import io.fluxfabric.r2dbc.sqlite.plantedtwin.DriverCycle;

/** A driver that knows the engine, and one half of a cycle. */
public record DriverWithEngine(ApiWithConnection engine, DriverCycle twin) {}
