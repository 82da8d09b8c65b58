package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.GrantUseContract;

class SqliteFileGrantUseTest extends SqliteFileFixture implements GrantUseContract {}
