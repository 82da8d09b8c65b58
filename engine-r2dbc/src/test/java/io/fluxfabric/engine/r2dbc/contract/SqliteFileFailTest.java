package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.FailContract;

class SqliteFileFailTest extends SqliteFileFixture implements FailContract {}
