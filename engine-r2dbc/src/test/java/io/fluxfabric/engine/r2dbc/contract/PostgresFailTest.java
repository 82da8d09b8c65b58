package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.FailContract;

class PostgresFailTest extends PostgresFixture implements FailContract {}
