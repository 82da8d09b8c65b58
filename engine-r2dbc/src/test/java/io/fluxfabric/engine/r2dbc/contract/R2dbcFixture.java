package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.Engine;
import io.fluxfabric.engine.Scope;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.id.WorkerIdentity;
import io.fluxfabric.engine.r2dbc.EngineSettings;
import io.fluxfabric.engine.r2dbc.R2dbcEngine;
import io.fluxfabric.engine.r2dbc.RawSql;
import io.fluxfabric.engine.r2dbc.coalesce.CoalescerSettings;
import io.fluxfabric.engine.r2dbc.reconcile.ReconcileSettings;
import io.fluxfabric.engine.r2dbc.sql.EngineClock;
import io.fluxfabric.engine.tck.EngineFixture;
import io.fluxfabric.engine.tck.TestClock;
import io.fluxfabric.engine.worker.RegisterWorker;
import io.fluxfabric.engine.worker.Workers;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import reactor.core.publisher.Mono;

/** One engine and one database per test class, one namespace per test. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class R2dbcFixture implements EngineFixture {

    /** The build runs the contracts twice: no answer may depend on whether calls share statements. */
    private static final CoalescerSettings COALESCING = "off".equals(System.getProperty("fluxfabric.test.coalescing"))
            ? CoalescerSettings.off()
            : CoalescerSettings.defaults();

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
        return EngineSettings.defaults()
                .clock(EngineClock.bound(clock::millis))
                .timer(clock.timer())
                .coalescing(COALESCING);
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

    public void forceGrantee(ExecutionId id, String worker) {
        tamper(id, "ff_claim_grant", "worker_id = '" + worker + "'");
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

    /** A worker in the registry. */
    public void givenWorker(
            WorkerIdentity worker, String lane, boolean draining, Duration ttl, String... capabilities) {
        Workers workers = scope.workers();
        workers.register(RegisterWorker.as(worker)
                        .lanes(lane)
                        .offers(capabilities)
                        .livenessTtl(ttl))
                .then(draining ? workers.drain(worker.instance()).then() : Mono.empty())
                .block(PATIENCE);
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
