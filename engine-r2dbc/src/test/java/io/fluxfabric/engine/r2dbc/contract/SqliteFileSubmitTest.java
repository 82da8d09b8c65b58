package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.SubmitContract;

class SqliteFileSubmitTest extends SqliteFileFixture implements SubmitContract {}
