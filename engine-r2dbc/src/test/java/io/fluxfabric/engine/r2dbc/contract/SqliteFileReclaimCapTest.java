package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.ReclaimCapContract;

class SqliteFileReclaimCapTest extends SqliteFileFixture implements ReclaimCapContract {}
