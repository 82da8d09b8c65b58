package io.fluxfabric.engine.benchmarks.run;

import io.fluxfabric.engine.testdb.PostgresServer;
import io.fluxfabric.engine.testdb.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;

/** The one PostgreSQL of a run, with a connection that looks on: durable as it comes, and able to count statements. */
final class BenchServer implements AutoCloseable {

    /** Counting is off until a database asks for it, so that it costs the measured rounds nothing. */
    private static final Map<String, String> SETTINGS =
            Map.of("shared_preload_libraries", "pg_stat_statements", "pg_stat_statements.track", "none");

    private final PostgresServer server;
    private final TestDatabase home;
    private final Connection onlooker;

    private BenchServer(PostgresServer server, TestDatabase home, Connection onlooker) {
        this.server = server;
        this.home = home;
        this.onlooker = onlooker;
    }

    static BenchServer start() {
        PostgresServer server = PostgresServer.dedicated(SETTINGS);
        try {
            TestDatabase home = server.freshDatabase();
            BenchServer started = new BenchServer(server, home, home.openJdbc());
            started.execute("CREATE EXTENSION pg_stat_statements");
            return started;
        } catch (SQLException e) {
            server.close();
            throw new IllegalStateException("the server of the benchmark cannot be used", e);
        }
    }

    TestDatabase fresh() {
        return server.freshDatabase();
    }

    TestDatabase copyOf(TestDatabase template) {
        return server.copyOf(template);
    }

    /** Counts the statements of a database's future connections. */
    void countStatements(TestDatabase database) {
        execute("ALTER DATABASE " + database.name() + " SET pg_stat_statements.track = 'top'");
    }

    /** Puts everything on disk, so that no round pays for the one before it. */
    void settle() {
        execute("CHECKPOINT");
    }

    String setting(String name) {
        return text("SELECT current_setting('" + name + "')");
    }

    long number(String query) {
        return Long.parseLong(text(query));
    }

    private String text(String query) {
        try (Statement statement = onlooker.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            rows.next();
            return rows.getString(1);
        } catch (SQLException e) {
            throw new IllegalStateException(query + " failed: " + e.getMessage(), e);
        }
    }

    private void execute(String sql) {
        try (Statement statement = onlooker.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(sql + " failed: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        home.drop();
        server.close();
    }
}
