package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.WorkerDrainContract;

class SqliteMemoryWorkerDrainTest extends SqliteMemoryFixture implements WorkerDrainContract {}
