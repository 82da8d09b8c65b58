package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.CancelContract;

class PostgresCancelTest extends PostgresFixture implements CancelContract {}
