package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.ClaimSharingContract;

class PostgresClaimSharingTest extends PostgresFixture implements ClaimSharingContract {}
