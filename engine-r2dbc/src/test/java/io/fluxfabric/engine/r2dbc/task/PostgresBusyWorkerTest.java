package io.fluxfabric.engine.r2dbc.task;

import io.fluxfabric.engine.testdb.PostgresServer;
import io.fluxfabric.engine.testdb.TestDatabase;
import org.junit.jupiter.api.AfterEach;

class PostgresBusyWorkerTest implements BusyWorkerContract {

    private final TestDatabase database = PostgresServer.shared().freshDatabase();

    @Override
    public String url() {
        return database.r2dbcUrl();
    }

    @AfterEach
    void drop() {
        database.drop();
    }
}
