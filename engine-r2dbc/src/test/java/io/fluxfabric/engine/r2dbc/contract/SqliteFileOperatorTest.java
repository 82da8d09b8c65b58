package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.OperatorContract;

class SqliteFileOperatorTest extends SqliteFileFixture implements OperatorContract {}
