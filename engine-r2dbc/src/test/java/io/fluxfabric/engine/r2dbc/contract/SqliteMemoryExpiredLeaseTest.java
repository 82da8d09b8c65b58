package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.ExpiredLeaseContract;

class SqliteMemoryExpiredLeaseTest extends SqliteMemoryFixture implements ExpiredLeaseContract {}
