package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.TagContract;

class SqliteMemoryTagTest extends SqliteMemoryFixture implements TagContract {}
