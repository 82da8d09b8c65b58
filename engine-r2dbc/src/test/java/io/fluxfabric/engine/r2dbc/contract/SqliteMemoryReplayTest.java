package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.ReplayContract;

class SqliteMemoryReplayTest extends SqliteMemoryFixture implements ReplayContract {}
