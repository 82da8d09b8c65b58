package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.tck.DescribeContract;

class SqliteMemoryDescribeTest extends SqliteMemoryFixture implements DescribeContract {}
