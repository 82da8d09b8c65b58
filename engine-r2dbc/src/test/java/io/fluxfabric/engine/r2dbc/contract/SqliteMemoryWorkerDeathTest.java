package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.WorkerDeathContract;

class SqliteMemoryWorkerDeathTest extends SqliteMemoryFixture implements WorkerDeathContract {}
