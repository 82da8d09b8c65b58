package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.RetryContract;

class SqliteMemoryRetryTest extends SqliteMemoryFixture implements RetryContract {}
