package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.WatchExpiredContract;

class SqliteMemoryWatchExpiredTest extends SqliteMemoryFixture implements WatchExpiredContract {}
