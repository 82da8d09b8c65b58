package io.fluxfabric.engine.r2dbc;

import io.fluxfabric.engine.testdb.SqliteFiles;

class SqliteWithinTest extends WithinContract {

    private final SqliteFiles files = SqliteFiles.create();
    private final String url = files.freshUrl();

    @Override
    String url() {
        return url;
    }

    @Override
    void dispose() {
        files.close();
    }
}
