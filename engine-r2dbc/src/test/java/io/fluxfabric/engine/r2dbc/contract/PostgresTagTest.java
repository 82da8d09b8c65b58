package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.TagContract;

class PostgresTagTest extends PostgresFixture implements TagContract {}
