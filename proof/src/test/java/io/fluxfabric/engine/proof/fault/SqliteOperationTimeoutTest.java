package io.fluxfabric.engine.proof.fault;

import io.fluxfabric.engine.testdb.SqliteFiles;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

class SqliteOperationTimeoutTest extends OperationTimeoutContract {

    private final Path file = closing(SqliteFiles.create()).freshFile();

    @Override
    String url() {
        return SqliteFiles.url(file) + "?busyTimeout=PT2M";
    }

    @Override
    AutoCloseable locked() throws SQLException {
        Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        try (Statement statement = connection.createStatement()) {
            statement.execute("BEGIN EXCLUSIVE");
        }
        return connection;
    }
}
