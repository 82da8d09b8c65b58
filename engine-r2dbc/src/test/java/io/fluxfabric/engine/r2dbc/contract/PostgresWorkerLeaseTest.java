package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.WorkerLeaseContract;

class PostgresWorkerLeaseTest extends PostgresFixture implements WorkerLeaseContract {}
