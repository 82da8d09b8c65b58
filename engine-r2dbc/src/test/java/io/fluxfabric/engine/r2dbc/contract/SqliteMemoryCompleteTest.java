package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.CompleteContract;

class SqliteMemoryCompleteTest extends SqliteMemoryFixture implements CompleteContract {}
