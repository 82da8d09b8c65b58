package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.RevokeLeaseContract;

class PostgresRevokeLeaseTest extends PostgresFixture implements RevokeLeaseContract {}
