package io.fluxfabric.engine.proof.fault;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;

/** A process that keeps a SQLite file locked until its input ends. */
final class LockHolder {

    private LockHolder() {}

    public static void main(String[] arguments) throws Exception {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + arguments[0]);
                Statement statement = connection.createStatement()) {
            statement.execute("PRAGMA busy_timeout = 30000");
            statement.execute("BEGIN EXCLUSIVE");
            System.out.println("LOCKED");
            while (System.in.read() >= 0) {
                // whoever started it closes its input
            }
        }
    }
}
