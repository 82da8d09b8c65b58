package io.fluxfabric.engine.proof.hostile;

import io.fluxfabric.engine.testdb.SqliteFiles;

class SqliteHostileInputTest extends HostileInputContract {

    private final SqliteFiles files = SqliteFiles.create();

    @Override
    String url() {
        return files.freshUrl();
    }

    @Override
    void dispose() {
        files.close();
    }
}
