package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.WorkerListContract;

class SqliteMemoryWorkerListTest extends SqliteMemoryFixture implements WorkerListContract {}
