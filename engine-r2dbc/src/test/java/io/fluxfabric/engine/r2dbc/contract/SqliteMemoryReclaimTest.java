package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.ReclaimContract;

class SqliteMemoryReclaimTest extends SqliteMemoryFixture implements ReclaimContract {}
