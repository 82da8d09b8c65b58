package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.CompleteContract;

class SqliteFileCompleteTest extends SqliteFileFixture implements CompleteContract {}
