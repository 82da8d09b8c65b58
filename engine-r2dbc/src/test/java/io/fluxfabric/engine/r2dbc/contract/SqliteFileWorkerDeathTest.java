package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.WorkerDeathContract;

class SqliteFileWorkerDeathTest extends SqliteFileFixture implements WorkerDeathContract {}
