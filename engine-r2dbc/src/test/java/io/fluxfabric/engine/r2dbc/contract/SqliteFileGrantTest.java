package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.GrantContract;

class SqliteFileGrantTest extends SqliteFileFixture implements GrantContract {}
