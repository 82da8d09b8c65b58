package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.WorkerContract;

class SqliteFileWorkerTest extends SqliteFileFixture implements WorkerContract {}
