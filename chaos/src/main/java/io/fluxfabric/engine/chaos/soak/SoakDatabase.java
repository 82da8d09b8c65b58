package io.fluxfabric.engine.chaos.soak;

import io.fluxfabric.engine.audit.Violation;
import io.fluxfabric.engine.r2dbc.EngineSettings;
import io.fluxfabric.engine.r2dbc.R2dbcEngine;
import io.fluxfabric.engine.r2dbc.sql.connect.SessionSettings;
import io.fluxfabric.engine.testdb.PostgresServer;
import io.fluxfabric.engine.testdb.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A PostgreSQL of the run's own, with its default settings, and a connection beside the engine's that looks on. */
final class SoakDatabase implements AutoCloseable {

    /** Reading everything that is stored takes longer than any statement an application should wait for. */
    private static final Duration AUDIT_PATIENCE = Duration.ofMinutes(10);

    private static final String CONNECTIONS =
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name = ?";
    private static final String TABLES = """
            SELECT coalesce(sum(n_live_tup), 0), coalesce(sum(n_dead_tup), 0), coalesce(sum(autovacuum_count), 0),
                   coalesce(sum(pg_total_relation_size(relid)), 0)
              FROM pg_stat_user_tables WHERE starts_with(relname, 'ff_')""";
    private static final String OPEN = "SELECT count(*) FROM ff_exec_core WHERE public_state <> 'completed'";

    private final PostgresServer server;
    private final TestDatabase database;
    private final Connection onlooker;

    private SoakDatabase(PostgresServer server, TestDatabase database, Connection onlooker) {
        this.server = server;
        this.database = database;
        this.onlooker = onlooker;
    }

    /**
     * @param live rows as the server estimates them
     * @param dead versions of rows that nobody sees any more and no vacuum has removed yet
     * @param autovacuums how often the server vacuumed one of the tables by itself
     * @param bytes with indexes
     */
    record Tables(long live, long dead, long autovacuums, long bytes) {}

    static SoakDatabase start() {
        PostgresServer server = PostgresServer.dedicated(Map.of());
        try {
            TestDatabase database = server.freshDatabase();
            return new SoakDatabase(server, database, database.openJdbc());
        } catch (SQLException | RuntimeException e) {
            server.close();
            throw new IllegalStateException("the server of the run cannot be used: " + e.getMessage(), e);
        }
    }

    String url() {
        return database.r2dbcUrl();
    }

    Tables tables() throws SQLException {
        try (PreparedStatement statement = onlooker.prepareStatement(TABLES);
                ResultSet row = statement.executeQuery()) {
            row.next();
            return new Tables(row.getLong(1), row.getLong(2), row.getLong(3), row.getLong(4));
        }
    }

    /** The engine's, by the name it gives them. */
    long connections() throws SQLException {
        try (PreparedStatement statement = onlooker.prepareStatement(CONNECTIONS)) {
            statement.setString(1, SessionSettings.defaults().applicationName());
            return number(statement);
        }
    }

    /** Executions that are stored and have not completed. */
    long open() throws SQLException {
        try (PreparedStatement statement = onlooker.prepareStatement(OPEN)) {
            return number(statement);
        }
    }

    private static long number(PreparedStatement statement) throws SQLException {
        try (ResultSet row = statement.executeQuery()) {
            row.next();
            return row.getLong(1);
        }
    }

    /** What is wrong with the stored rows; by an engine with more patience than the one of the run. */
    List<Violation> audit() {
        SessionSettings usual = SessionSettings.defaults();
        R2dbcEngine auditor = R2dbcEngine.open(
                url(),
                EngineSettings.defaults()
                        .session(new SessionSettings("audit", AUDIT_PATIENCE, usual.lockTimeout()))
                        .operationTimeout(AUDIT_PATIENCE));
        try {
            return auditor.audit().collectList().blockOptional(AUDIT_PATIENCE).orElseThrow();
        } finally {
            auditor.close().block(AUDIT_PATIENCE);
        }
    }

    @Override
    public void close() {
        server.close();
    }
}
