package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.ExplainContract;

class PostgresExplainTest extends PostgresFixture implements ExplainContract {}
