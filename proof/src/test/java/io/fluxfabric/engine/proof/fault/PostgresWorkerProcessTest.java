package io.fluxfabric.engine.proof.fault;

import io.fluxfabric.engine.testdb.PostgresServer;
import io.fluxfabric.engine.testdb.TestDatabase;
import org.junit.jupiter.api.BeforeEach;

class PostgresWorkerProcessTest extends WorkerProcessContract {

    private TestDatabase database;

    @BeforeEach
    void create() {
        database = closing(PostgresServer.shared().freshDatabase());
    }

    @Override
    String url() {
        return database.r2dbcUrl();
    }
}
