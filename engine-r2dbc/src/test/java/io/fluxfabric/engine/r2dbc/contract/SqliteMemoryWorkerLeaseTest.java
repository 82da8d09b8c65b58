package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.WorkerLeaseContract;

class SqliteMemoryWorkerLeaseTest extends SqliteMemoryFixture implements WorkerLeaseContract {}
