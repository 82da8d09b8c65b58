package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.WorkerRuntimeContract;

class SqliteMemoryWorkerRuntimeTest extends SqliteMemoryFixture implements WorkerRuntimeContract {}
