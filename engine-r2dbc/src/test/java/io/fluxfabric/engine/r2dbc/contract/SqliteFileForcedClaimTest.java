package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.ForcedClaimContract;

class SqliteFileForcedClaimTest extends SqliteFileFixture implements ForcedClaimContract {}
