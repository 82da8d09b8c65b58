package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.FenceContract;

class SqliteMemoryFenceTest extends SqliteMemoryFixture implements FenceContract {}
