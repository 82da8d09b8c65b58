package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.WorkerFailureContract;

class PostgresWorkerFailureTest extends PostgresFixture implements WorkerFailureContract {}
