package io.fluxfabric.engine.r2dbc.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.execution.Claim;
import io.fluxfabric.engine.execution.Submit;
import io.fluxfabric.engine.r2dbc.R2dbcEngine;
import io.fluxfabric.engine.r2dbc.sql.Binds;
import io.fluxfabric.engine.r2dbc.sql.ContentionRetry;
import io.fluxfabric.engine.r2dbc.sql.Dialect;
import io.fluxfabric.engine.r2dbc.sql.Dialects;
import io.fluxfabric.engine.r2dbc.sql.EngineClock;
import io.fluxfabric.engine.r2dbc.sql.OwnedWork;
import io.fluxfabric.engine.r2dbc.sql.Renderer;
import io.fluxfabric.engine.r2dbc.sql.Sql;
import io.fluxfabric.engine.r2dbc.sql.Tx;
import io.fluxfabric.engine.r2dbc.sql.connect.DatabaseUrl;
import io.fluxfabric.engine.r2dbc.sql.connect.PoolSettings;
import io.fluxfabric.engine.r2dbc.sql.connect.PooledConnections;
import io.fluxfabric.engine.r2dbc.sql.connect.SessionSettings;
import io.fluxfabric.engine.testdb.PostgresServer;
import io.fluxfabric.engine.testdb.SqliteFiles;
import io.fluxfabric.engine.testdb.TestDatabase;
import io.r2dbc.spi.ConnectionFactory;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The plans of the passes on 20,000 executions none of which is due: each asks its own index and nothing else. */
class PassPlanTest {

    private static final Duration PATIENCE = Duration.ofSeconds(50);
    private static final DelayedExecutions DELAYED = new DelayedExecutions(ReconcileFilter.all());
    private static final OverdueExecutions LEASES = OverdueExecutions.byLease(ReconcileFilter.all(), Duration.ZERO);
    private static final OverdueExecutions TIMEOUTS =
            OverdueExecutions.byAttemptTimeout(ReconcileFilter.all(), Duration.ZERO);
    private static final OverdueExecutions DEADLINES =
            OverdueExecutions.byDeadline(ReconcileFilter.all(), Duration.ZERO);

    private static final EndedExecutions ENDED = new EndedExecutions(ReconcileFilter.all(), Duration.ofDays(1));

    private static final Map<String, List<Object>> STATEMENTS_BY_INDEX = Map.of(
            "ff_exec_lease", List.of(LEASES.lag(), LEASES.lock()),
            "ff_exec_attempt_timeout", List.of(TIMEOUTS.lag(), TIMEOUTS.lock()),
            "ff_exec_deadline", List.of(DEADLINES.lag(), DEADLINES.lock()),
            "ff_exec_holder", List.of(LapsedWorkers.LOCK),
            "ff_exec_retention", List.of(ENDED.lag(), ENDED.statements().get(0)),
            "ff_exec_terminal", List.of(ENDED.lag(), ENDED.statements().get(1)),
            "ff_exec_delay", List.of(DELAYED.lag(), DELAYED.promote().firstStep()));

    @Test
    @DisplayName("on PostgreSQL no pass scans the table")
    void postgres() {
        try (TestDatabase database = PostgresServer.shared().freshDatabase()) {
            everyPlan(
                    database.r2dbcUrl(), "EXPLAIN ", "QUERY PLAN", "ANALYZE ff_exec_core", "Seq Scan on ff_exec_core");
        }
    }

    @Test
    @DisplayName("on SQLite no pass scans the table")
    void sqlite() {
        try (SqliteFiles files = SqliteFiles.create()) {
            everyPlan(files.freshUrl(), "EXPLAIN QUERY PLAN ", "detail", "ANALYZE", "SCAN ff_exec_core");
        }
    }

    private static void everyPlan(String url, String explain, String column, String analyze, String scan) {
        R2dbcEngine engine = R2dbcEngine.open(url);
        ConnectionFactory factory = DatabaseUrl.open(url);
        Dialect dialect = Dialects.of(factory);
        PooledConnections connections =
                PooledConnections.of(dialect, factory, PoolSettings.defaults(), SessionSettings.defaults());
        Tx tx = new Tx(
                connections,
                new Renderer(dialect, EngineClock.database()),
                new OwnedWork(),
                ContentionRetry.defaults());
        engine.prepare()
                .thenMany(engine.executions().submitAll(Flux.range(0, 20_000).map(PassPlanTest::submit)))
                .thenMany(engine.executions()
                        .claim(Claim.lane("mail").as("w", "w-1").max(1000).lease(Duration.ofHours(1))))
                .then(tx.maintenance("test.analyze", session -> session.run(Sql.script(analyze))))
                .block(PATIENCE);

        STATEMENTS_BY_INDEX.forEach((index, statements) -> statements.forEach(statement -> {
            Sql sql = Sql.of(explain + statement);
            List<String> plan = tx.single(
                            "test.explain",
                            session -> session.list(sql, Binds.of("batch", 500), row -> row.text(column)))
                    .block(PATIENCE);
            assertThat(String.join("\n", List.copyOf(plan))).contains(index).doesNotContain(scan);
        }));
        Mono.when(engine.close(), connections.close()).block(PATIENCE);
    }

    private static Submit submit(int index) {
        Submit submit =
                Submit.of("send").lane("mail").deadline(Duration.ofHours(10)).attemptTimeout(Duration.ofHours(1));
        return index % 2 == 0 ? submit : submit.delay(Duration.ofHours(1));
    }
}
