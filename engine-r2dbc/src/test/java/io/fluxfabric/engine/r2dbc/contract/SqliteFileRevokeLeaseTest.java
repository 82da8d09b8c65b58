package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.RevokeLeaseContract;

class SqliteFileRevokeLeaseTest extends SqliteFileFixture implements RevokeLeaseContract {}
