package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.LeaseExpiryContract;

class SqliteMemoryLeaseExpiryTest extends SqliteMemoryFixture implements LeaseExpiryContract {}
