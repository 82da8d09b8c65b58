package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.ListContract;

class SqliteMemoryListTest extends SqliteMemoryFixture implements ListContract {}
