package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.LeaseExpiryContract;

class PostgresLeaseExpiryTest extends PostgresFixture implements LeaseExpiryContract {}
