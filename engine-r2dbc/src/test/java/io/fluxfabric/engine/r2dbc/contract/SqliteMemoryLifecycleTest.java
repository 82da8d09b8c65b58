package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.LifecycleContract;

class SqliteMemoryLifecycleTest extends SqliteMemoryFixture implements LifecycleContract {}
