package io.fluxfabric.engine.r2dbc.wake;

import io.fluxfabric.engine.testdb.SqliteFiles;
import org.junit.jupiter.api.AfterEach;

class SqliteWakeUpTest extends WakeUpContract {

    private final SqliteFiles files = SqliteFiles.create();
    private final String url = files.freshUrl();

    @Override
    String url() {
        return url;
    }

    @Override
    @AfterEach
    void close() {
        super.close();
        files.close();
    }
}
