package io.fluxfabric.engine.r2dbc.contract;

import static java.util.stream.Collectors.joining;

import io.fluxfabric.engine.Engine;
import io.fluxfabric.engine.Scope;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.id.WorkerIdentity;
import io.fluxfabric.engine.r2dbc.EngineSettings;
import io.fluxfabric.engine.r2dbc.R2dbcEngine;
import io.fluxfabric.engine.r2dbc.RawSql;
import io.fluxfabric.engine.r2dbc.reconcile.ReconcileSettings;
import io.fluxfabric.engine.r2dbc.sql.EngineClock;
import io.fluxfabric.engine.tck.EngineFixture;
import io.fluxfabric.engine.tck.TestClock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;

/** One engine and one database per test class, one namespace per test. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class R2dbcFixture implements EngineFixture {

    private static final AtomicInteger TESTS = new AtomicInteger();

    private final TestClock clock = new TestClock();
    private final String url;
    private final R2dbcEngine engine;
    private Scope scope;

    R2dbcFixture(String url) {
        this.url = url;
        engine = R2dbcEngine.open(url, settings());
        scope = engine;
        engine.prepare().block(PATIENCE);
    }

    private EngineSettings settings() {
        return EngineSettings.defaults().clock(EngineClock.bound(clock::millis)).timer(clock.timer());
    }

    @Override
    public Engine anotherNode(Duration reclaimGrace, int batch) {
        return R2dbcEngine.open(
                url,
                settings().reconcile(ReconcileSettings.defaults().batch(batch).reclaimGrace(reclaimGrace)));
    }

    /** As {@code Tampering} wants it; nothing in the engine writes this. */
    public void forceRevoked(ExecutionId id) {
        tamper(id, "ff_exec_core", """
                ownership_state = 'lease_revoked', blocking_reason = 'waiting_for_worker',
                attempt_state = 'attempt_interrupted', lease_id = NULL, lease_kind = NULL, lease_acquired_at_ms = NULL,
                lease_renewed_at_ms = NULL, lease_expires_at_ms = NULL, lease_check_at_ms = NULL,
                lease_epoch = lease_epoch + 1""");
        tamper(id, "ff_attempt", """
                lifecycle = 'suspended', outcome = 'attempt_interrupted', interruption = 'revoked',
                suspended_at_ms = started_at_ms""");
    }

    public void forceReclaims(ExecutionId id, int count) {
        tamper(id, "ff_exec_core", "lease_reclaim_count = " + count);
    }

    private void tamper(ExecutionId id, String table, String assignments) {
        RawSql.on(url)
                .run("UPDATE %s SET %s WHERE partition_key = %d AND execution_id = '%s'"
                        .formatted(table, assignments, id.partition(), id.uuid()));
    }

    /** Where the database is, for tests that look past the engine. */
    String url() {
        return url;
    }

    /** A row of the registry, written past the engine. */
    public void givenWorker(
            WorkerIdentity worker, String lane, boolean draining, Duration ttl, String... capabilities) {
        String offered = Stream.of(capabilities).map(token -> '"' + token + '"').collect(joining(",", "[", "]"));
        RawSql.on(url).run("""
                INSERT INTO ff_worker_registry (namespace, worker_instance_id, worker_id, lanes, capabilities, draining,
                       liveness_ttl_ms, last_heartbeat_ms, registered_at_ms)
                VALUES ('%1$s', '%2$s', '%3$s', '["%4$s"]', '%5$s', %6$d, %7$d, %8$d, %8$d)""".formatted(
                        scope.namespace().value(),
                        worker.instance().value(),
                        worker.worker().value(),
                        lane,
                        offered,
                        draining ? 1 : 0,
                        ttl.toMillis(),
                        clock.millis()));
    }

    /** What is left to do when the engine is closed. */
    abstract void dispose();

    @BeforeEach
    void freshNamespace() {
        scope = engine.namespace("test-" + TESTS.incrementAndGet());
    }

    @AfterAll
    void close() {
        engine.close().block(PATIENCE);
        dispose();
    }

    @Override
    public Engine engine() {
        return engine;
    }

    @Override
    public TestClock clock() {
        return clock;
    }

    @Override
    public Scope scope() {
        return scope;
    }

    @Override
    public int connectionsInUse() {
        return engine.connectionsInUse();
    }
}
