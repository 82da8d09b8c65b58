package io.fluxfabric.engine.r2dbc.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.execution.Claim;
import io.fluxfabric.engine.execution.Submit;
import io.fluxfabric.engine.r2dbc.EngineSettings;
import io.fluxfabric.engine.r2dbc.R2dbcEngine;
import io.fluxfabric.engine.r2dbc.sql.EngineClock;
import io.fluxfabric.engine.r2dbc.sql.StagedConnectionFactory;
import io.fluxfabric.engine.r2dbc.sql.connect.DatabaseUrl;
import io.fluxfabric.engine.reconcile.Reconcilers;
import io.fluxfabric.engine.reconcile.ScanReport;
import io.fluxfabric.engine.testdb.PostgresServer;
import io.fluxfabric.engine.testdb.TestDatabase;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import reactor.core.publisher.Flux;

class ManyLapsedLeasesTest {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int LEASES = 10_000;

    @Test
    @Timeout(150)
    @DisplayName("ten thousand leases that lapse at once are requeued in at most 40 statements")
    void fewStatements() {
        try (TestDatabase database = PostgresServer.shared().freshDatabase()) {
            AtomicLong clock = new AtomicLong(1_000_000);
            AtomicInteger statements = new AtomicInteger();
            StagedConnectionFactory factory = new StagedConnectionFactory(DatabaseUrl.open(database.r2dbcUrl()));
            R2dbcEngine engine =
                    R2dbcEngine.on(factory, EngineSettings.defaults().clock(EngineClock.bound(clock::get)));
            engine.prepare().block(PATIENCE);
            engine.executions()
                    .submitAll(Flux.range(0, LEASES).map(n -> Submit.of("k").lane("l")))
                    .then()
                    .block(PATIENCE);
            Claim claim = Claim.lane("l").as("w", "w-1").max(1000).lease(Duration.ofSeconds(30));
            Flux.range(0, LEASES / 1000)
                    .concatMap(n -> engine.executions().claim(claim))
                    .then()
                    .block(PATIENCE);
            clock.addAndGet(30_000);
            factory.onStage(stage -> statements.addAndGet(stage.equals("execute") ? 1 : 0));

            ScanReport report =
                    engine.reconcilers().pass(Reconcilers.LEASE_EXPIRY).block(PATIENCE);

            assertThat(report).isNotNull();
            assertThat(report.changed()).isEqualTo(LEASES);
            assertThat(statements.get()).isPositive().isLessThanOrEqualTo(40);
            factory.onStage(stage -> {});
            assertThat(engine.audit().collectList().block(PATIENCE)).isEmpty();
            engine.close().block(PATIENCE);
        }
    }
}
