package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.GrantContract;

class SqliteMemoryGrantTest extends SqliteMemoryFixture implements GrantContract {}
