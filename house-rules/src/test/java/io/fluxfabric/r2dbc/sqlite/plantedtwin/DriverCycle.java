package io.fluxfabric.r2dbc.sqlite.plantedtwin;

import io.fluxfabric.r2dbc.sqlite.planted.DriverWithEngine;

/** Closes the cycle. */
public record DriverCycle(DriverWithEngine start) {}
