package io.fluxfabric.engine.proof.fault;

import io.fluxfabric.engine.testdb.SqliteFiles;

class SqliteClockSkewTest extends ClockSkewContract {

    private final String url = closing(SqliteFiles.create()).freshUrl();

    @Override
    String url() {
        return url;
    }
}
