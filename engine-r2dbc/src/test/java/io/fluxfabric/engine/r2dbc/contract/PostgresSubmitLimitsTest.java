package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.SubmitLimitsContract;

class PostgresSubmitLimitsTest extends PostgresFixture implements SubmitLimitsContract {}
