package io.fluxfabric.engine.r2dbc;

import io.fluxfabric.engine.testdb.SqliteFiles;
import org.junit.jupiter.api.AfterEach;

class SqlitePrepareTest extends PrepareContract {

    private final SqliteFiles files = SqliteFiles.create();

    @Override
    String freshUrl() {
        return files.freshUrl();
    }

    @AfterEach
    void deleteFiles() {
        files.close();
    }
}
