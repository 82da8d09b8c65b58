package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.ReplayContract;

class SqliteFileReplayTest extends SqliteFileFixture implements ReplayContract {}
