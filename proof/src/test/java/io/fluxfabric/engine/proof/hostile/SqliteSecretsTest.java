package io.fluxfabric.engine.proof.hostile;

import io.fluxfabric.engine.testdb.SqliteFiles;

class SqliteSecretsTest extends SecretsContract {

    private final SqliteFiles files = SqliteFiles.create();

    @Override
    String url() {
        return files.freshUrl();
    }

    @Override
    void dispose() {
        files.close();
    }

    /** Neither engine nor driver has anything to say when all is well. */
    @Override
    int leastLogged() {
        return -1;
    }
}
