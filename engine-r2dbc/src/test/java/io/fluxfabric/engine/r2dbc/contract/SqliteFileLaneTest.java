package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.LaneContract;

class SqliteFileLaneTest extends SqliteFileFixture implements LaneContract {}
