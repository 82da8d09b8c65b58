package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.OperatorRaceContract;

class SqliteMemoryOperatorRaceTest extends SqliteMemoryFixture implements OperatorRaceContract {}
