package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.GrantRaceContract;

class SqliteMemoryGrantRaceTest extends SqliteMemoryFixture implements GrantRaceContract {}
