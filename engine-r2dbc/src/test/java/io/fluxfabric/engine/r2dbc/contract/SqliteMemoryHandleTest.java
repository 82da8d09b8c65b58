package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.HandleContract;

class SqliteMemoryHandleTest extends SqliteMemoryFixture implements HandleContract {}
