package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.ReclaimCapContract;

class PostgresReclaimCapTest extends PostgresFixture implements ReclaimCapContract {}
