package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.EventContract;

class SqliteMemoryEventTest extends SqliteMemoryFixture implements EventContract {}
