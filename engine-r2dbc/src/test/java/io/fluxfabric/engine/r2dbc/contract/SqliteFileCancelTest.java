package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.CancelContract;

class SqliteFileCancelTest extends SqliteFileFixture implements CancelContract {}
