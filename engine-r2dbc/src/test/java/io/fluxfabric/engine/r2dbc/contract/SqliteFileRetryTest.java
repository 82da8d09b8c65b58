package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.RetryContract;

class SqliteFileRetryTest extends SqliteFileFixture implements RetryContract {}
