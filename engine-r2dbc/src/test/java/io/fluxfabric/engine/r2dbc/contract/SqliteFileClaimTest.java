package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.ClaimContract;

class SqliteFileClaimTest extends SqliteFileFixture implements ClaimContract {}
