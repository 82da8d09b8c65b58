package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.GrantContract;

class PostgresGrantTest extends PostgresFixture implements GrantContract {}
