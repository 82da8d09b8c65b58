package io.fluxfabric.engine.proof.model;

class SqliteFileModelTest extends ModelProperties {

    @Override
    Theatre theatre() {
        return Theatre.SQLITE_FILE;
    }
}
