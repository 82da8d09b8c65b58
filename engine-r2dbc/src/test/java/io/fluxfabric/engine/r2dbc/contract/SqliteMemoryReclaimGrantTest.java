package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.ReclaimGrantContract;

class SqliteMemoryReclaimGrantTest extends SqliteMemoryFixture implements ReclaimGrantContract {}
