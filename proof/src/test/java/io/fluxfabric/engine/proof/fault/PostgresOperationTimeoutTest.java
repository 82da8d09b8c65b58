package io.fluxfabric.engine.proof.fault;

import io.fluxfabric.engine.testdb.PostgresServer;
import io.fluxfabric.engine.testdb.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.BeforeEach;

class PostgresOperationTimeoutTest extends OperationTimeoutContract {

    private TestDatabase database;

    @BeforeEach
    void create() {
        database = closing(PostgresServer.shared().freshDatabase());
    }

    @Override
    String url() {
        return database.r2dbcUrl();
    }

    @Override
    AutoCloseable locked() throws SQLException {
        Connection connection = database.openJdbc();
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.execute("LOCK TABLE ff_exec_core IN ACCESS EXCLUSIVE MODE");
        }
        return connection;
    }
}
