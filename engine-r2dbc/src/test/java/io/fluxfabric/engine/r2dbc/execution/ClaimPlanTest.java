package io.fluxfabric.engine.r2dbc.execution;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.execution.Claim;
import io.fluxfabric.engine.execution.Submit;
import io.fluxfabric.engine.id.IdMint;
import io.fluxfabric.engine.id.Namespace;
import io.fluxfabric.engine.id.PartitionCount;
import io.fluxfabric.engine.id.WorkerIdentity;
import io.fluxfabric.engine.limits.Limits;
import io.fluxfabric.engine.r2dbc.R2dbcEngine;
import io.fluxfabric.engine.r2dbc.kit.Kit;
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
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** The plan of the claim on 100,000 executions, half of which this worker cannot serve: it walks its index and nothing else. */
class ClaimPlanTest {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Claim CLAIM =
            Claim.lane("mail").as(WorkerIdentity.of("w", "w-1")).offers("smtp").max(50);

    @Test
    @Timeout(150)
    @DisplayName("on PostgreSQL the claim never scans the table")
    void postgres() {
        try (TestDatabase database = PostgresServer.shared().freshDatabase()) {
            String plan = planAfterLoading(
                    database.r2dbcUrl(), "EXPLAIN " + ClaimExecutions.CLAIM, "QUERY PLAN", "ANALYZE ff_exec_core");

            assertThat(plan)
                    .containsSubsequence(
                            "Index Scan using ff_exec_claim on ff_exec_core x", "Index Cond: (route_id = r.route_id)")
                    .doesNotContain("Seq Scan on ff_exec_core");
        }
    }

    @Test
    @Timeout(150)
    @DisplayName("on SQLite the claim walks each route in the order of its index")
    void sqlite() {
        try (SqliteFiles files = SqliteFiles.create()) {
            String plan = planAfterLoading(
                    files.freshUrl(), "EXPLAIN QUERY PLAN " + ClaimExecutions.CLAIM.firstStep(), "detail", "ANALYZE");

            assertThat(plan)
                    .contains("SEARCH x USING INDEX ff_exec_claim (route_id=?)")
                    .doesNotContain("SCAN x", "SCAN e", "SCAN ff_exec_core");
        }
    }

    private static String planAfterLoading(String url, String explain, String column, String analyze) {
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
        Binds binds = binds(kit(tx, dialect));

        String plan = engine.prepare()
                .thenMany(engine.executions().submitAll(Flux.range(0, 100_000).map(ClaimPlanTest::submit)))
                .then(tx.maintenance("test.analyze", session -> session.run(Sql.script(analyze))))
                .then(tx.single(
                        "test.explain", session -> session.list(Sql.of(explain), binds, row -> row.text(column))))
                .map(lines -> String.join("\n", lines))
                .delayUntil(lines -> Mono.when(engine.close(), connections.close()))
                .block(PATIENCE);
        return String.valueOf(plan);
    }

    private static Binds binds(Kit kit) {
        List<ClaimExecutions.Call> calls = List.of(new ClaimExecutions.Call(CLAIM));
        return new ClaimExecutions(kit, unread -> {}).binds(calls, new ClaimPlaces(kit.mint(), calls));
    }

    private static Submit submit(int index) {
        Submit submit = Submit.of("send").lane("mail").priority(index % 10);
        return index % 2 == 0 ? submit : submit.requires(List.of("smtp", "rare").get(index / 2 % 2));
    }

    private static Kit kit(Tx tx, Dialect dialect) {
        return new Kit(
                tx,
                dialect.backend(),
                Namespace.DEFAULT,
                Limits.defaults(),
                PartitionCount.DEFAULT,
                new IdMint(PartitionCount.DEFAULT, () -> 0L),
                Schedulers.parallel());
    }
}
