package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.WatchExpiredContract;

class SqliteFileWatchExpiredTest extends SqliteFileFixture implements WatchExpiredContract {}
