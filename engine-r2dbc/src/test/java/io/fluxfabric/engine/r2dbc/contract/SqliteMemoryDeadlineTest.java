package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.DeadlineContract;

class SqliteMemoryDeadlineTest extends SqliteMemoryFixture implements DeadlineContract {}
