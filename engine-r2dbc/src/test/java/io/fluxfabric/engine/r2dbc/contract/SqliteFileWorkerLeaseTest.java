package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.WorkerLeaseContract;

class SqliteFileWorkerLeaseTest extends SqliteFileFixture implements WorkerLeaseContract {}
