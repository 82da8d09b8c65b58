package io.fluxfabric.engine.r2dbc.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.execution.Claim;
import io.fluxfabric.engine.execution.Submit;
import io.fluxfabric.engine.lease.ExpiredLease;
import io.fluxfabric.engine.r2dbc.EngineSettings;
import io.fluxfabric.engine.r2dbc.R2dbcEngine;
import io.fluxfabric.engine.r2dbc.sql.EngineClock;
import io.fluxfabric.engine.r2dbc.sql.StagedConnectionFactory;
import io.fluxfabric.engine.reconcile.Reconcilers;
import io.fluxfabric.engine.tck.ExpiryWatcher;
import io.fluxfabric.engine.tck.TestClock;
import io.fluxfabric.engine.testdb.PostgresServer;
import io.fluxfabric.engine.testdb.TestDatabase;
import io.r2dbc.spi.ConnectionFactories;
import io.r2dbc.spi.R2dbcException;
import io.r2dbc.spi.R2dbcNonTransientResourceException;
import io.r2dbc.spi.R2dbcPermissionDeniedException;
import java.time.Duration;
import java.util.UUID;
import java.util.function.Supplier;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;

/** A watch of lapsed leases while the database is away. */
class WatchThroughOutageTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int LONGEST_PAUSE = 46;

    @Test
    @DisplayName("on SQLite")
    void sqlite() {
        survivesAnOutage("r2dbc:sqlite:memory:///" + UUID.randomUUID());
    }

    @Test
    @DisplayName("on PostgreSQL")
    void postgres() {
        TestDatabase database = PostgresServer.shared().freshDatabase();
        try {
            survivesAnOutage(database.r2dbcUrl());
        } finally {
            database.drop();
        }
    }

    @Test
    @DisplayName("an error that no waiting mends ends the watch")
    void endsOnWhatCannotBeMended() {
        TestClock clock = new TestClock();
        StagedConnectionFactory database =
                new StagedConnectionFactory(ConnectionFactories.get("r2dbc:sqlite:memory:///" + UUID.randomUUID()));
        R2dbcEngine engine = engine(database, clock);
        ExpiryWatcher watcher = ExpiryWatcher.of(engine.leases().watchExpired(ExpiryWatcher.EVERY), clock);

        away(database, () -> new R2dbcPermissionDeniedException("no", "28000", 23));
        clock.advance(ExpiryWatcher.EVERY);

        assertThat(watcher.ended()).as("without an error").isFalse();
        database.onStage(stage -> {});
        engine.close().block(PATIENCE);
    }

    private static R2dbcEngine engine(StagedConnectionFactory database, TestClock clock) {
        R2dbcEngine engine = R2dbcEngine.on(
                database,
                EngineSettings.defaults()
                        .clock(EngineClock.bound(clock::millis))
                        .timer(clock.timer()));
        engine.prepare().block(PATIENCE);
        return engine;
    }

    private static void away(StagedConnectionFactory database, Supplier<R2dbcException> error) {
        database.onStage(stage -> {
            if (stage.equals("execute")) {
                throw error.get();
            }
        });
    }

    private static void survivesAnOutage(String url) {
        TestClock clock = new TestClock();
        StagedConnectionFactory database = new StagedConnectionFactory(ConnectionFactories.get(url));
        R2dbcEngine engine = engine(database, clock);
        hold(engine);
        hold(engine);
        ExpiryWatcher watcher = ExpiryWatcher.of(engine.leases().watchExpired(ExpiryWatcher.EVERY), clock);

        away(database, () -> new R2dbcNonTransientResourceException("the database is away", "08006", 14));
        watcher.look(); // fails, and waits before it tries again
        pause(clock);
        pause(clock);
        database.onStage(stage -> {});
        engine.reconcilers().pass(Reconcilers.LEASE_EXPIRY).block(PATIENCE);
        hold(engine); // one of the two again, as there is nobody else
        pause(clock);

        assertThat(watcher.lookUntil(3)).extracting(ExpiredLease::epoch).containsExactlyInAnyOrder(1L, 1L, 3L);
        watcher.cancel();
        engine.close().block(PATIENCE);
    }

    /** Lets more time pass than the longest pause between two tries, and waits until the next wait begins. */
    private static void pause(TestClock clock) {
        long before = clock.waitsBegun();
        clock.advance(Duration.ofSeconds(LONGEST_PAUSE));
        Flux.interval(Duration.ZERO, Duration.ofMillis(1))
                .onBackpressureDrop()
                .filter(tick -> clock.waitsBegun() > before)
                .blockFirst(PATIENCE);
    }

    private static void hold(R2dbcEngine engine) {
        engine.executions().submit(Submit.of("any").lane("mail")).block(PATIENCE);
        engine.executions()
                .claim(Claim.lane("mail").as("w", "w-1").lease(Duration.ofSeconds(10)))
                .blockLast(PATIENCE);
    }
}
