package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.ListContract;

class PostgresListTest extends PostgresFixture implements ListContract {}
