package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.HousekeepingContract;

class SqliteFileHousekeepingTest extends SqliteFileFixture implements HousekeepingContract {}
