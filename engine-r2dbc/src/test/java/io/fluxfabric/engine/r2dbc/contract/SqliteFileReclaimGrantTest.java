package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.ReclaimGrantContract;

class SqliteFileReclaimGrantTest extends SqliteFileFixture implements ReclaimGrantContract {}
