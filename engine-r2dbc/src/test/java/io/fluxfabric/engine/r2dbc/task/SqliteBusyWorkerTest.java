package io.fluxfabric.engine.r2dbc.task;

import io.fluxfabric.engine.testdb.SqliteFiles;
import org.junit.jupiter.api.AfterEach;

class SqliteBusyWorkerTest implements BusyWorkerContract {

    private final SqliteFiles files = SqliteFiles.create();

    @Override
    public String url() {
        return files.freshUrl();
    }

    @AfterEach
    void close() {
        files.close();
    }
}
