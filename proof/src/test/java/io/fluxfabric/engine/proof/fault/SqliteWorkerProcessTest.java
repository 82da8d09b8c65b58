package io.fluxfabric.engine.proof.fault;

import io.fluxfabric.engine.testdb.SqliteFiles;

class SqliteWorkerProcessTest extends WorkerProcessContract {

    private final String url = closing(SqliteFiles.create()).freshUrl();

    @Override
    String url() {
        return url;
    }
}
