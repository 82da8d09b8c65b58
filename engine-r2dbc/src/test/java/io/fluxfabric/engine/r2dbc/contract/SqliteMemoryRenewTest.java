package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.RenewContract;

class SqliteMemoryRenewTest extends SqliteMemoryFixture implements RenewContract {}
