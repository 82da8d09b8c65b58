package io.fluxfabric.engine.r2dbc.plantedtwin;

import io.fluxfabric.engine.r2dbc.planted.CycleStart;

/** Closes the cycle. */
public record CycleEnd(CycleStart start) {}
