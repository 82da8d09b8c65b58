package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.testdb.SqliteFiles;

/** SQLite in a file. */
abstract class SqliteFileFixture extends R2dbcFixture {

    private final SqliteFiles files;

    SqliteFileFixture() {
        this(SqliteFiles.create());
    }

    private SqliteFileFixture(SqliteFiles files) {
        super(files.freshUrl());
        this.files = files;
    }

    @Override
    void dispose() {
        files.close();
    }
}
