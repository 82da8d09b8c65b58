package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.ExplainContract;

class SqliteMemoryExplainTest extends SqliteMemoryFixture implements ExplainContract {}
