package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.AttemptTimeoutContract;

class PostgresAttemptTimeoutTest extends PostgresFixture implements AttemptTimeoutContract {}
