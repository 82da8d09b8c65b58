package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.FailContract;

class SqliteMemoryFailTest extends SqliteMemoryFixture implements FailContract {}
