package io.fluxfabric.r2dbc.sqlite.bench;

import java.nio.file.Path;
import java.sql.SQLException;

/** The same work, done by plain JDBC and by the driver. */
interface Workload {
    int BATCH = 100;
    String CREATE =
            "CREATE TABLE IF NOT EXISTS item (id INTEGER PRIMARY KEY, name TEXT NOT NULL, amount INTEGER NOT NULL)";
    String INSERT = "INSERT INTO item (name, amount) VALUES (?, ?)";
    String SELECT = "SELECT id, name, amount FROM item";

    /** Each method works on the file and answers how many rows went through; the time of opening it does not count. */
    interface Side extends AutoCloseable {
        void open(Path file) throws SQLException;

        long batches(int transactions) throws SQLException;

        long singles(int rows) throws SQLException;

        long awaitedSingles(int rows) throws SQLException;

        long stream() throws SQLException;

        @Override
        void close() throws SQLException;
    }
}
