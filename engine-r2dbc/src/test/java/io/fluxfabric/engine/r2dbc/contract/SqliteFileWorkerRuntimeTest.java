package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.WorkerRuntimeContract;

class SqliteFileWorkerRuntimeTest extends SqliteFileFixture implements WorkerRuntimeContract {}
