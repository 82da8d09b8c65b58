package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.FenceContract;

class SqliteFileFenceTest extends SqliteFileFixture implements FenceContract {}
