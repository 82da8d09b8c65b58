package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.ExplainContract;

class SqliteFileExplainTest extends SqliteFileFixture implements ExplainContract {}
