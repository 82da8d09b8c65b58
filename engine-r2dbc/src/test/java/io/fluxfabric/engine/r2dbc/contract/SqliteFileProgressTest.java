package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.ProgressContract;

class SqliteFileProgressTest extends SqliteFileFixture implements ProgressContract {}
