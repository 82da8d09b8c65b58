package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.WorkerRuntimeContract;

class PostgresWorkerRuntimeTest extends PostgresFixture implements WorkerRuntimeContract {}
