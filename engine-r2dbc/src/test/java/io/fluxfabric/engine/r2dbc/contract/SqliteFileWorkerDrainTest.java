package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.WorkerDrainContract;

class SqliteFileWorkerDrainTest extends SqliteFileFixture implements WorkerDrainContract {}
