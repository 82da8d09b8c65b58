package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.SubmitContract;

class PostgresSubmitTest extends PostgresFixture implements SubmitContract {}
