package io.fluxfabric.engine.r2dbc.planted;

import io.r2dbc.spi.Batch;
import io.r2dbc.spi.Connection;
import io.r2dbc.spi.Statement;

/** An operation that goes around the sql package. */
final class OperationWithStatement {

    Statement statement(Connection connection) {
        return connection.createStatement("SELECT 1");
    }

    Batch batch(Connection connection) {
        return connection.createBatch();
    }
}
