package io.fluxfabric.engine.benchmarks.run;

import io.fluxfabric.engine.benchmarks.measure.Await;
import io.fluxfabric.engine.benchmarks.measure.Figures;
import io.fluxfabric.engine.testdb.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * What the database counts while a system works in it: statements, transactions, bytes of WAL, row versions that died. The
 * queries by which the benchmark itself checks a round, all of them plain counts, are taken out.
 */
final class Accounting {

    private static final long PATIENCE_NANOS = 30_000_000_000L;

    private static final String STATEMENTS = """
            SELECT COALESCE(sum(calls), 0) FROM pg_stat_statements s JOIN pg_database d ON d.oid = s.dbid
             WHERE d.datname = '%s' AND s.query %s LIKE 'SELECT count(*)%%'""";

    private final BenchServer server;
    private final TestDatabase database;

    Accounting(BenchServer server, TestDatabase database) {
        this.server = server;
        this.database = database;
    }

    /** Bytes of WAL written so far. */
    long wal() {
        return server.number("SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint");
    }

    /** Statements of the database's connections so far, if it counts them. */
    long statements() {
        return server.number(STATEMENTS.formatted(database.name(), "NOT"));
    }

    /** Transactions of connections that have ended, which is when a connection's numbers are surely told. */
    long transactions() {
        String name = database.name();
        Await.until(
                PATIENCE_NANOS,
                "the end of all connections to " + name,
                () -> server.number("SELECT count(*) FROM pg_stat_activity WHERE datname = '" + name + "'") == 0);
        long all = server.number("SELECT xact_commit FROM pg_stat_database WHERE datname = '" + name + "'");
        return all - server.number(STATEMENTS.formatted(name, ""));
    }

    /** Row versions that were replaced or deleted. */
    Figures tuples() {
        try (Connection connection = database.openJdbc();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("""
                        SELECT COALESCE(sum(n_tup_ins), 0), COALESCE(sum(n_tup_upd + n_tup_del), 0)
                          FROM pg_stat_user_tables""")) {
            rows.next();
            return Figures.of("insertedTuples", rows.getDouble(1)).and("deadTuples", rows.getDouble(2));
        } catch (SQLException e) {
            throw new IllegalStateException("cannot read the statistics of " + database, e);
        }
    }
}
