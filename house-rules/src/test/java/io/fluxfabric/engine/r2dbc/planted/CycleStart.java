package io.fluxfabric.engine.r2dbc.planted;

import io.fluxfabric.engine.planted.ApiWithConnection;
import io.fluxfabric.engine.r2dbc.plantedtwin.CycleEnd;

/** Starts two cycles: one with the API, one inside the engine on R2DBC. */
public record CycleStart(ApiWithConnection api, CycleEnd twin) {}
