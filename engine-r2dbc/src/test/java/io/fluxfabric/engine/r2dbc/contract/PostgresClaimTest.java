package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.ClaimContract;

class PostgresClaimTest extends PostgresFixture implements ClaimContract {}
