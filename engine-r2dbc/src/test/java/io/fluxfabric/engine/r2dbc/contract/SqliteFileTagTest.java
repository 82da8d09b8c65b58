package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.TagContract;

class SqliteFileTagTest extends SqliteFileFixture implements TagContract {}
