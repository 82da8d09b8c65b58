package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.ReplayContract;

class PostgresReplayTest extends PostgresFixture implements ReplayContract {}
