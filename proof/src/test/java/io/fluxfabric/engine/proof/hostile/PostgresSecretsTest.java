package io.fluxfabric.engine.proof.hostile;

import io.fluxfabric.engine.testdb.PostgresServer;
import io.fluxfabric.engine.testdb.TestDatabase;

class PostgresSecretsTest extends SecretsContract {

    private final TestDatabase database = PostgresServer.shared().freshDatabase();

    @Override
    String url() {
        return database.r2dbcUrl();
    }

    @Override
    void dispose() {
        database.drop();
    }

    /** The driver logs its statements. */
    @Override
    int leastLogged() {
        return 100;
    }
}
