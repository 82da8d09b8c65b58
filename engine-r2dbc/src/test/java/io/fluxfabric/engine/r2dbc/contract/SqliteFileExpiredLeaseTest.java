package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.ExpiredLeaseContract;

class SqliteFileExpiredLeaseTest extends SqliteFileFixture implements ExpiredLeaseContract {}
