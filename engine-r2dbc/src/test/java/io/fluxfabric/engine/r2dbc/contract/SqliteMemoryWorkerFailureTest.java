package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.WorkerFailureContract;

class SqliteMemoryWorkerFailureTest extends SqliteMemoryFixture implements WorkerFailureContract {}
