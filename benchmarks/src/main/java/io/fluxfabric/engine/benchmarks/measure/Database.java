package io.fluxfabric.engine.benchmarks.measure;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Where a system keeps its work: one database, by the URL of either kind of driver. */
public record Database(String jdbcUrl, String r2dbcUrl) {

    public Connection connect() throws SQLException {
        return DriverManager.getConnection(jdbcUrl);
    }

    /** The one number a query answers with. */
    public long number(String query) throws SQLException {
        try (Connection connection = connect()) {
            return number(connection, query);
        }
    }

    /** The one number a query answers with, on a connection that stays open. */
    public static long number(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            rows.next();
            return rows.getLong(1);
        }
    }

    /** Errors unless a query gives just this number: a round that lost or repeated work is no measurement. */
    public void require(long expected, String query) throws SQLException {
        long found = number(query);
        if (found != expected) {
            throw new IllegalStateException("expected " + expected + " but found " + found + ": " + query);
        }
    }

    public void execute(String sql) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
