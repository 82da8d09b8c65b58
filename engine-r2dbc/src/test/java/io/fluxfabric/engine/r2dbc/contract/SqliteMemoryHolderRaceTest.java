package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.HolderRaceContract;

class SqliteMemoryHolderRaceTest extends SqliteMemoryFixture implements HolderRaceContract {}
