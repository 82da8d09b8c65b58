package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.SubmitLimitsContract;

class SqliteMemorySubmitLimitsTest extends SqliteMemoryFixture implements SubmitLimitsContract {}
