package io.fluxfabric.engine.proof.hostile;

import io.fluxfabric.engine.testdb.PostgresServer;
import io.fluxfabric.engine.testdb.TestDatabase;

class PostgresHostileInputTest extends HostileInputContract {

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
