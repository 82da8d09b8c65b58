package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.OperatorRaceContract;

class PostgresOperatorRaceTest extends PostgresFixture implements OperatorRaceContract {}
