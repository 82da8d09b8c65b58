package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.ClaimContract;

class SqliteMemoryClaimTest extends SqliteMemoryFixture implements ClaimContract {}
