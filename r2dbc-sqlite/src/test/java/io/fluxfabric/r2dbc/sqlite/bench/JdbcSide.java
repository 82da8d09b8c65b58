package io.fluxfabric.r2dbc.sqlite.bench;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** sqlite-jdbc used directly, on the calling thread. */
final class JdbcSide implements Workload.Side {
    private @Nullable Connection connection;

    @Override
    public void open(Path file) throws SQLException {
        connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        try (Statement statement = connection().createStatement()) {
            statement.execute("PRAGMA journal_mode = WAL");
            statement.execute("PRAGMA synchronous = NORMAL");
            statement.execute("PRAGMA foreign_keys = 1");
            statement.execute(Workload.CREATE);
        }
    }

    @Override
    public long batches(int transactions) throws SQLException {
        connection().setAutoCommit(false);
        long rows = 0;
        try (PreparedStatement insert = connection().prepareStatement(Workload.INSERT)) {
            for (int transaction = 0; transaction < transactions; transaction++) {
                for (int row = 0; row < Workload.BATCH; row++) {
                    insert.setString(1, "item number " + row);
                    insert.setInt(2, row);
                    insert.addBatch();
                }
                rows += insert.executeBatch().length;
                connection().commit();
            }
        }
        connection().setAutoCommit(true);
        return rows;
    }

    @Override
    public long singles(int rows) throws SQLException {
        long count = 0;
        try (PreparedStatement insert = connection().prepareStatement(Workload.INSERT)) {
            for (int row = 0; row < rows; row++) {
                insert.setString(1, "item number " + row);
                insert.setInt(2, row);
                count += insert.executeUpdate();
            }
        }
        return count;
    }

    @Override
    public long awaitedSingles(int rows) throws SQLException {
        return singles(rows);
    }

    @Override
    public long stream() throws SQLException {
        long sum = 0;
        long count = 0;
        try (Statement statement = connection().createStatement();
                ResultSet rows = statement.executeQuery(Workload.SELECT)) {
            while (rows.next()) {
                sum += rows.getLong(1) + rows.getString(2).length() + rows.getInt(3);
                count++;
            }
        }
        return sum == 0 ? 0 : count;
    }

    @Override
    public void close() throws SQLException {
        connection().close();
    }

    private Connection connection() {
        return Objects.requireNonNull(connection);
    }
}
