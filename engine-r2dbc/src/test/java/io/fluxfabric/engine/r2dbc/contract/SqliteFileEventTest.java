package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.EventContract;

class SqliteFileEventTest extends SqliteFileFixture implements EventContract {}
