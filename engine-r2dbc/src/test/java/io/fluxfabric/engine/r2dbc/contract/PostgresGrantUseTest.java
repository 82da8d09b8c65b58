package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.GrantUseContract;

class PostgresGrantUseTest extends PostgresFixture implements GrantUseContract {}
