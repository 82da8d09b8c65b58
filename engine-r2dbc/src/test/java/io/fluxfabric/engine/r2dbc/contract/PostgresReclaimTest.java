package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.ReclaimContract;

class PostgresReclaimTest extends PostgresFixture implements ReclaimContract {}
