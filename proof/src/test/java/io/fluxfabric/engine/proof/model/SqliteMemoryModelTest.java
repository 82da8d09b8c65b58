package io.fluxfabric.engine.proof.model;

class SqliteMemoryModelTest extends ModelProperties {

    @Override
    Theatre theatre() {
        return Theatre.SQLITE_MEMORY;
    }
}
