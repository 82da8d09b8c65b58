package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.LeaseExpiryContract;

class SqliteFileLeaseExpiryTest extends SqliteFileFixture implements LeaseExpiryContract {}
