package io.fluxfabric.engine.proof.cancel;

import io.fluxfabric.engine.testdb.SqliteFiles;

class SqliteCancellationTest extends CancellationContract {

    private final SqliteFiles files = SqliteFiles.create();

    @Override
    String url() {
        return files.freshUrl();
    }

    /** A transaction that stays open on the one writer keeps every later write waiting, and that is asked for anyway. */
    @Override
    long idleInTransaction() {
        return 0;
    }

    @Override
    void dispose() {
        files.close();
    }
}
