package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.ReadContract;

class SqliteFileReadTest extends SqliteFileFixture implements ReadContract {}
