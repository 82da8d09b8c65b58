package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.RetryContract;

class PostgresRetryTest extends PostgresFixture implements RetryContract {}
