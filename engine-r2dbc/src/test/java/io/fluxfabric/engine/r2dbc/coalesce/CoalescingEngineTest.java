package io.fluxfabric.engine.r2dbc.coalesce;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.execution.Claim;
import io.fluxfabric.engine.execution.Claimed;
import io.fluxfabric.engine.execution.Submit;
import io.fluxfabric.engine.id.WorkerIdentity;
import io.fluxfabric.engine.lease.RenewOutcome;
import io.fluxfabric.engine.payload.Payload;
import io.fluxfabric.engine.r2dbc.EngineSettings;
import io.fluxfabric.engine.r2dbc.R2dbcEngine;
import io.fluxfabric.engine.testdb.PostgresServer;
import io.fluxfabric.engine.testdb.SqliteFiles;
import io.fluxfabric.engine.testdb.TestDatabase;
import io.fluxfabric.engine.worker.Heartbeat;
import io.fluxfabric.engine.worker.HeartbeatOutcome.Refreshed;
import io.fluxfabric.engine.worker.RegisterWorker;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.util.function.Tuples;

/** Concurrent calls really share statements, and a statement per call gives the same answers. */
class CoalescingEngineTest {

    private static final Duration PATIENCE = Duration.ofSeconds(50);
    private static final int CALLS = 2_000;
    private static final int CLAIMS = CALLS / 1000;
    private static final int ALL_CALLS = 2 * CALLS + CLAIMS;

    @Test
    @DisplayName("PostgreSQL: 2000 concurrent submits and completes travel in a tenth of the statements or fewer")
    void postgres() {
        try (TestDatabase database = PostgresServer.shared().freshDatabase()) {
            Coalescers.Load load = lifecycles(database.r2dbcUrl(), CoalescerSettings.defaults());
            assertThat(load.calls()).isEqualTo(ALL_CALLS);
            assertThat(load.statements()).isLessThan(2 * CALLS / 10);
        }
    }

    @Test
    @DisplayName("SQLite: 2000 concurrent submits and completes travel in a tenth of the statements or fewer")
    void sqlite() {
        try (SqliteFiles files = SqliteFiles.create()) {
            Coalescers.Load load = lifecycles(files.freshUrl(), CoalescerSettings.defaults());
            assertThat(load.calls()).isEqualTo(ALL_CALLS);
            assertThat(load.statements()).isLessThan(2 * CALLS / 10);
        }
    }

    @Test
    @DisplayName("switched off, each call has a statement of its own and the same answer")
    void off() {
        try (SqliteFiles files = SqliteFiles.create()) {
            Coalescers.Load load = lifecycles(files.freshUrl(), CoalescerSettings.off());
            assertThat(load).isEqualTo(new Coalescers.Load(ALL_CALLS, ALL_CALLS));
        }
    }

    @Test
    @DisplayName("PostgreSQL: claims, renewals and heartbeats of 200 workers in one process share statements too")
    void workersOnPostgres() {
        try (TestDatabase database = PostgresServer.shared().freshDatabase()) {
            workersShareStatements(database.r2dbcUrl());
        }
    }

    @Test
    @DisplayName("SQLite: claims, renewals and heartbeats of 200 workers in one process share statements too")
    void workersOnSqlite() {
        try (SqliteFiles files = SqliteFiles.create()) {
            workersShareStatements(files.freshUrl());
        }
    }

    private static void workersShareStatements(String url) {
        R2dbcEngine engine = R2dbcEngine.open(url);
        engine.prepare().block(PATIENCE);
        int workers = 200;
        engine.executions()
                .submitAll(Flux.range(0, 3 * workers).map(n -> Submit.of("k").lane("l")))
                .blockLast(PATIENCE);
        Flux.range(0, workers)
                .flatMap(
                        n -> engine.workers()
                                .register(RegisterWorker.as(identity(n)).lanes("l")),
                        8)
                .blockLast(PATIENCE);
        Coalescers.Load before = engine.load();

        Long renewed = Flux.range(0, workers)
                .flatMap(
                        n -> engine.executions()
                                .claim(Claim.lane("l").as(identity(n)).max(3))
                                .map(Claimed::handle)
                                .collectList()
                                .map(handles -> Tuples.of(n, handles)),
                        workers)
                .collectList()
                .flatMapMany(Flux::fromIterable)
                .flatMap(
                        held -> engine.workers()
                                .heartbeat(identity(held.getT1()).instance(), held.getT2())
                                .doOnNext(beat -> assertThat(beat.liveness()).isInstanceOf(Refreshed.class))
                                .flatMapIterable(Heartbeat::leases),
                        workers)
                .cast(RenewOutcome.Renewed.class)
                .count()
                .block(PATIENCE);
        Long beats = Flux.range(0, workers)
                .flatMap(n -> engine.workers().heartbeat(identity(n).instance()), workers)
                .count()
                .block(PATIENCE);
        Coalescers.Load after = engine.load();
        engine.close().block(PATIENCE);

        assertThat(renewed).isEqualTo(3L * workers);
        assertThat(beats).isEqualTo(workers);
        assertThat(after.calls() - before.calls()).isEqualTo(3L * workers);
        assertThat(after.statements() - before.statements()).isLessThan(60);
    }

    private static WorkerIdentity identity(int number) {
        return WorkerIdentity.of("w", "w-" + number);
    }

    private static Coalescers.Load lifecycles(String url, CoalescerSettings settings) {
        R2dbcEngine engine = R2dbcEngine.open(url, EngineSettings.defaults().coalescing(settings));
        engine.prepare().block(PATIENCE);
        Long submitted = Flux.range(0, CALLS)
                .flatMap(n -> engine.executions().submit(Submit.of("k").lane("l")), CALLS)
                .count()
                .block(PATIENCE);
        Long completed = Flux.range(0, CLAIMS)
                .concatMap(n ->
                        engine.executions().claim(Claim.lane("l").as("w", "w-1").max(1000)))
                .collectList()
                .flatMapMany(Flux::fromIterable)
                .flatMap(claimed -> engine.executions().complete(claimed.handle(), Payload.none()), CALLS)
                .count()
                .block(PATIENCE);
        assertThat(submitted).isEqualTo(CALLS);
        assertThat(completed).isEqualTo(CALLS);
        assertThat(engine.audit().collectList().block(PATIENCE)).isEmpty();
        Coalescers.Load load = engine.load();
        engine.close().block(PATIENCE);
        return load;
    }
}
