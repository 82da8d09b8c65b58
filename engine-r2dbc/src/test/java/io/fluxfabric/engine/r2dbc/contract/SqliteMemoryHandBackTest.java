package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.HandBackContract;

class SqliteMemoryHandBackTest extends SqliteMemoryFixture implements HandBackContract {}
