package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.ForcedClaimContract;

class PostgresForcedClaimTest extends PostgresFixture implements ForcedClaimContract {}
