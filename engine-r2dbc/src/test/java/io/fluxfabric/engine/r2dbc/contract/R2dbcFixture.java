package io.fluxfabric.engine.r2dbc.contract;

import io.fluxfabric.engine.Engine;
import io.fluxfabric.engine.Scope;
import io.fluxfabric.engine.r2dbc.EngineSettings;
import io.fluxfabric.engine.r2dbc.R2dbcEngine;
import io.fluxfabric.engine.r2dbc.reconcile.ReconcileSettings;
import io.fluxfabric.engine.r2dbc.sql.EngineClock;
import io.fluxfabric.engine.tck.EngineFixture;
import io.fluxfabric.engine.tck.TestClock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
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
