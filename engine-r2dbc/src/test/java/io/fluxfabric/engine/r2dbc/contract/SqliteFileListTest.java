package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.ListContract;

class SqliteFileListTest extends SqliteFileFixture implements ListContract {}
