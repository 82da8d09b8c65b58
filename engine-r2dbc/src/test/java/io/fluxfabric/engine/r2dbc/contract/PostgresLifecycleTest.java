package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.LifecycleContract;

class PostgresLifecycleTest extends PostgresFixture implements LifecycleContract {}
