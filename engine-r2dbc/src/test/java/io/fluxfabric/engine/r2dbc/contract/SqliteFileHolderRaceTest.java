package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.HolderRaceContract;

class SqliteFileHolderRaceTest extends SqliteFileFixture implements HolderRaceContract {}
