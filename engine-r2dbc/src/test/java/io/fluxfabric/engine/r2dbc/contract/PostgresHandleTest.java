package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.HandleContract;

class PostgresHandleTest extends PostgresFixture implements HandleContract {}
