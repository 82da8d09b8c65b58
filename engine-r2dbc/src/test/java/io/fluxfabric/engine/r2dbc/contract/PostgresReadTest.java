package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.ReadContract;

class PostgresReadTest extends PostgresFixture implements ReadContract {}
