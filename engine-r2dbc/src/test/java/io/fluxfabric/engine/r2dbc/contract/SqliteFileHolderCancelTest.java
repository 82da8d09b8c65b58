package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.HolderCancelContract;

class SqliteFileHolderCancelTest extends SqliteFileFixture implements HolderCancelContract {}
