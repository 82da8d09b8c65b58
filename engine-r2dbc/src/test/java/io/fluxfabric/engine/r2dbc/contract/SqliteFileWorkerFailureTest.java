package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.WorkerFailureContract;

class SqliteFileWorkerFailureTest extends SqliteFileFixture implements WorkerFailureContract {}
