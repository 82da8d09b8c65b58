package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.testdb.PostgresServer;
import io.fluxfabric.engine.testdb.TestDatabase;

/** A real PostgreSQL. */
abstract class PostgresFixture extends R2dbcFixture {

    private final TestDatabase database;

    PostgresFixture() {
        this(PostgresServer.shared().freshDatabase());
    }

    private PostgresFixture(TestDatabase database) {
        super(database.r2dbcUrl());
        this.database = database;
    }

    @Override
    void dispose() {
        database.drop();
    }
}
