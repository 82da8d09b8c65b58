package io.fluxfabric.engine.r2dbc.contract;

import java.util.UUID;

/** SQLite in memory, shared by the connections of this process. */
abstract class SqliteMemoryFixture extends R2dbcFixture {

    SqliteMemoryFixture() {
        super("r2dbc:sqlite:memory:///" + UUID.randomUUID());
    }

    @Override
    void dispose() {
        // The database goes with its last connection.
    }
}
