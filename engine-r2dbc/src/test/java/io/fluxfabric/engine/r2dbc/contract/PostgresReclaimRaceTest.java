package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.ReclaimRaceContract;

class PostgresReclaimRaceTest extends PostgresFixture implements ReclaimRaceContract {}
