package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.WorkerListContract;

class PostgresWorkerListTest extends PostgresFixture implements WorkerListContract {}
