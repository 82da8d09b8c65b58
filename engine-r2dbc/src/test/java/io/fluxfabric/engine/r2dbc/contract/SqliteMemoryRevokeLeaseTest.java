package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.RevokeLeaseContract;

class SqliteMemoryRevokeLeaseTest extends SqliteMemoryFixture implements RevokeLeaseContract {}
