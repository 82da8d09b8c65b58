package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.SubmitContract;

class SqliteMemorySubmitTest extends SqliteMemoryFixture implements SubmitContract {}
