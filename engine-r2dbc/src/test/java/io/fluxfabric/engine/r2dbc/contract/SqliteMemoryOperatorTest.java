package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.OperatorContract;

class SqliteMemoryOperatorTest extends SqliteMemoryFixture implements OperatorContract {}
