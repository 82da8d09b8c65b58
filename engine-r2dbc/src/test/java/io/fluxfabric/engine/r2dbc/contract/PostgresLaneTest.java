package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.LaneContract;

class PostgresLaneTest extends PostgresFixture implements LaneContract {}
