package io.fluxfabric.engine.proof.model;

class PostgresModelTest extends ModelProperties {

    @Override
    Theatre theatre() {
        return Theatre.POSTGRES;
    }
}
