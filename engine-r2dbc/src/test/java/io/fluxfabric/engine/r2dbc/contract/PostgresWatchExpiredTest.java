package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.WatchExpiredContract;

class PostgresWatchExpiredTest extends PostgresFixture implements WatchExpiredContract {}
