package io.fluxfabric.engine.r2dbc.grant;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.execution.Completed;
import io.fluxfabric.engine.execution.Submit;
import io.fluxfabric.engine.grant.ClaimForWorker;
import io.fluxfabric.engine.grant.ConsumeGrant;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.id.WorkerIdentity;
import io.fluxfabric.engine.limits.Limit;
import io.fluxfabric.engine.limits.Limits;
import io.fluxfabric.engine.r2dbc.EngineSettings;
import io.fluxfabric.engine.r2dbc.R2dbcEngine;
import io.fluxfabric.engine.reclaim.IssueReclaimGrant;
import io.fluxfabric.engine.reclaim.ReclaimExecution;
import io.fluxfabric.engine.reclaim.ReclaimGrantOutcome;
import io.fluxfabric.engine.reclaim.ReclaimOutcome;
import io.fluxfabric.engine.testdb.PostgresServer;
import io.fluxfabric.engine.testdb.SqliteFiles;
import io.fluxfabric.engine.testdb.TestDatabase;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Grants and reclaims by the database's own clock, on a thread that must not block. */
class DatabaseClockTest {

    private static final Duration PATIENCE = Duration.ofSeconds(40);
    private static final WorkerIdentity ANNA = WorkerIdentity.of("anna", "anna-1");
    private static final WorkerIdentity BERT = WorkerIdentity.of("bert", "bert-1");

    @Test
    @DisplayName("PostgreSQL: granted, claimed, lost, taken over, completed")
    void postgres() {
        try (TestDatabase database = PostgresServer.shared().freshDatabase()) {
            assertThat(lifecycle(database.r2dbcUrl()).attemptIndex()).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("SQLite: granted, claimed, lost, taken over, completed")
    void sqlite() {
        try (SqliteFiles files = SqliteFiles.create()) {
            assertThat(lifecycle(files.freshUrl()).attemptIndex()).isEqualTo(1);
        }
    }

    private static Completed lifecycle(String url) {
        R2dbcEngine engine = R2dbcEngine.open(
                url, EngineSettings.defaults().limits(Limits.defaults().with(Limit.LEASE_TTL_MIN, 1)));
        return engine.prepare()
                .then(Mono.defer(
                        () -> engine.executions().submit(Submit.of("greet").lane("mail"))))
                .flatMap(submitted -> engine.grants()
                        .claimForWorker(ClaimForWorker.lane("mail").as(ANNA)))
                .flatMap(grant -> engine.grants().claim(ConsumeGrant.of(grant).lease(Duration.ofMillis(1))))
                .flatMap(claimed -> takenOver(engine, claimed.executionId()))
                .flatMap(claimed -> engine.executions().complete(claimed.handle()))
                .subscribeOn(Schedulers.parallel())
                .delayUntil(completed -> engine.close())
                .blockOptional(PATIENCE)
                .orElseThrow();
    }

    /** Asks until the lease of a millisecond is over. */
    private static Mono<ReclaimOutcome.Claimed> takenOver(R2dbcEngine engine, ExecutionId id) {
        return engine.reclaims()
                .issueGrant(IssueReclaimGrant.of(id).to(BERT))
                .ofType(ReclaimGrantOutcome.Granted.class)
                .repeatWhenEmpty(rounds -> rounds)
                .flatMap(granted -> engine.reclaims()
                        .reclaim(ReclaimExecution.with(granted.grant()).as(BERT)))
                .ofType(ReclaimOutcome.Claimed.class);
    }
}
