package io.fluxfabric.engine.r2dbc;

import io.fluxfabric.engine.testdb.PostgresServer;
import io.fluxfabric.engine.testdb.TestDatabase;

class PostgresWithinTest extends WithinContract {

    private final TestDatabase database = PostgresServer.shared().freshDatabase();

    @Override
    String url() {
        return database.r2dbcUrl();
    }

    @Override
    void dispose() {
        database.drop();
    }
}
