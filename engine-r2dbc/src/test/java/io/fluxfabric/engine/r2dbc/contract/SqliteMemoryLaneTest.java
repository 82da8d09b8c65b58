package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.LaneContract;

class SqliteMemoryLaneTest extends SqliteMemoryFixture implements LaneContract {}
