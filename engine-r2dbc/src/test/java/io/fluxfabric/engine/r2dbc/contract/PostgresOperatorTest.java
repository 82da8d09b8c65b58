package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.OperatorContract;

class PostgresOperatorTest extends PostgresFixture implements OperatorContract {}
