package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.HousekeepingContract;

class PostgresHousekeepingTest extends PostgresFixture implements HousekeepingContract {}
