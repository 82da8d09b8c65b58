package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.ReadContract;

class SqliteMemoryReadTest extends SqliteMemoryFixture implements ReadContract {}
