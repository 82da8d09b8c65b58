package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.AttemptTimeoutContract;

class SqliteFileAttemptTimeoutTest extends SqliteFileFixture implements AttemptTimeoutContract {}
