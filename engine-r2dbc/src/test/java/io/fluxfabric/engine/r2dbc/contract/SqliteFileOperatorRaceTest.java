package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.OperatorRaceContract;

class SqliteFileOperatorRaceTest extends SqliteFileFixture implements OperatorRaceContract {}
