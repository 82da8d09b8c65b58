package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.CompleteContract;

class PostgresCompleteTest extends PostgresFixture implements CompleteContract {}
