package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.ReclaimRaceContract;

class SqliteMemoryReclaimRaceTest extends SqliteMemoryFixture implements ReclaimRaceContract {}
