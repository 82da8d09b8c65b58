package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.ReclaimRaceContract;

class SqliteFileReclaimRaceTest extends SqliteFileFixture implements ReclaimRaceContract {}
