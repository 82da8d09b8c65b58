package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.ReconcileContract;

class PostgresReconcileTest extends PostgresFixture implements ReconcileContract {}
