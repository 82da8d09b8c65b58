package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.ForcedClaimContract;

class SqliteMemoryForcedClaimTest extends SqliteMemoryFixture implements ForcedClaimContract {}
