package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.ReconcileContract;

class SqliteMemoryReconcileTest extends SqliteMemoryFixture implements ReconcileContract {}
