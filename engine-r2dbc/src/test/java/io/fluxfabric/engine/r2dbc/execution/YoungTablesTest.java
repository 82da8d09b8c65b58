package io.fluxfabric.engine.r2dbc.execution;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.execution.Claim;
import io.fluxfabric.engine.execution.Submit;
import io.fluxfabric.engine.r2dbc.R2dbcEngine;
import io.fluxfabric.engine.r2dbc.RawSql;
import io.fluxfabric.engine.testdb.PostgresServer;
import io.fluxfabric.engine.testdb.TestDatabase;
import java.time.Duration;
import java.util.function.Function;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Plans that were made when there was nothing yet, and are still in use when there is much. */
class YoungTablesTest {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int BEFORE = 60;
    private static final int MANY = 4_000;
    private static final int BATCH = 50;

    @Test
    @Timeout(150)
    @DisplayName(
            "on PostgreSQL no statement of a lifecycle reads a whole table, however little was there when it was planned")
    void readsByIndex() {
        try (TestDatabase database = PostgresServer.shared().freshDatabase()) {
            RawSql sql = RawSql.on(database.r2dbcUrl());
            use(database, R2dbcEngine::prepare);
            sql.run(
                    "ALTER TABLE ff_exec_core SET (autovacuum_enabled = false)",
                    "ALTER TABLE ff_attempt SET (autovacuum_enabled = false)");
            long scansBefore = settled(sql, 0);

            use(
                    database,
                    engine -> Flux.range(0, BEFORE)
                            .concatMap(lone -> lifecycles(engine, 1))
                            .then(lifecycles(engine, MANY)));

            assertThat(settled(sql, BEFORE + MANY)).as("scans of whole tables").isEqualTo(scansBefore);
            assertThat(number(sql, "sum(idx_tup_fetch)"))
                    .as("rows read by index")
                    .isBetween(2L * MANY, 12L * (BEFORE + MANY));
        }
    }

    @Test
    @Timeout(150)
    @DisplayName(
            "on PostgreSQL a claim reads what it takes, also when nothing could be claimed at the time of the last ANALYZE")
    void readsWhatItTakes() {
        try (TestDatabase database = PostgresServer.shared().freshDatabase()) {
            RawSql sql = RawSql.on(database.r2dbcUrl());
            use(database, R2dbcEngine::prepare);
            use(database, engine -> lifecycles(engine, MANY));
            sql.run("ANALYZE ff_exec_core", "ANALYZE ff_attempt");
            settled(sql, MANY);
            long readBefore = number(sql, "sum(idx_tup_fetch)");

            use(database, engine -> lifecycles(engine, MANY));

            settled(sql, 2 * MANY);
            assertThat(number(sql, "sum(idx_tup_fetch)") - readBefore)
                    .as("rows read by index")
                    .isBetween(2L * MANY, 12L * MANY);
        }
    }

    private static void use(TestDatabase database, Function<R2dbcEngine, Mono<?>> work) {
        Mono.usingWhen(
                        Mono.fromSupplier(() -> R2dbcEngine.open(database.r2dbcUrl())),
                        engine -> work.apply(engine).then(),
                        R2dbcEngine::close)
                .block(PATIENCE);
    }

    private static Mono<Void> lifecycles(R2dbcEngine engine, int count) {
        Claim claim = Claim.lane("mail").as("w", "w-1").max(BATCH);
        return Flux.range(0, count)
                .flatMap(number -> engine.executions().submit(Submit.of("send").lane("mail")))
                .thenMany(Flux.range(0, (count + BATCH - 1) / BATCH))
                .concatMap(batch -> engine.executions()
                        .claim(claim)
                        .flatMap(claimed -> engine.executions().complete(claimed.handle()), BATCH))
                .then();
    }

    /** Scans of whole tables, once the sessions have told the server what they did. */
    private static long settled(RawSql sql, long inserted) {
        Mono.fromSupplier(() -> number(sql, "sum(n_tup_ins)"))
                .subscribeOn(Schedulers.boundedElastic())
                .filter(known -> known >= 2 * inserted)
                .repeatWhenEmpty(tries -> tries.delayElements(Duration.ofMillis(100)))
                .block(PATIENCE);
        return number(sql, "sum(seq_scan)");
    }

    private static long number(RawSql sql, String what) {
        return Long.parseLong(sql.texts("SELECT COALESCE(" + what + ", 0)::bigint FROM pg_stat_user_tables"
                        + " WHERE relname IN ('ff_exec_core', 'ff_attempt')")
                .get(0));
    }
}
