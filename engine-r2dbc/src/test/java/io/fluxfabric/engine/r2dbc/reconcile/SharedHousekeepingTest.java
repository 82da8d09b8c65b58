package io.fluxfabric.engine.r2dbc.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.Scope;
import io.fluxfabric.engine.error.EngineException;
import io.fluxfabric.engine.event.CompletionEvent;
import io.fluxfabric.engine.execution.Claim;
import io.fluxfabric.engine.execution.Claimed;
import io.fluxfabric.engine.execution.Submit;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.payload.Payload;
import io.fluxfabric.engine.policy.Failure;
import io.fluxfabric.engine.policy.Retry;
import io.fluxfabric.engine.r2dbc.EngineSettings;
import io.fluxfabric.engine.r2dbc.R2dbcEngine;
import io.fluxfabric.engine.r2dbc.sql.EngineClock;
import io.fluxfabric.engine.reconcile.Reconciler;
import io.fluxfabric.engine.reconcile.Reconcilers;
import io.fluxfabric.engine.state.PublicState;
import io.fluxfabric.engine.testdb.PostgresServer;
import io.fluxfabric.engine.testdb.SqliteFiles;
import io.fluxfabric.engine.testdb.TestDatabase;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Several engines that keep house on one database. */
class SharedHousekeepingTest {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    /** More of them make a longer run: some 60 a second. */
    private static final int EXECUTIONS = Integer.getInteger("fluxfabric.crash.executions", 300);

    @Test
    @Timeout(150)
    @DisplayName("PostgreSQL: three engines, workers that crash at random: each execution ends once, and all is sound")
    void crashesOnPostgres() {
        try (TestDatabase database = PostgresServer.shared().freshDatabase()) {
            crashes(database.r2dbcUrl());
        }
    }

    @Test
    @Timeout(150)
    @DisplayName("SQLite: three engines, workers that crash at random: each execution ends once, and all is sound")
    void crashesOnSqlite() {
        try (SqliteFiles files = SqliteFiles.create()) {
            crashes(files.freshUrl());
        }
    }

    private static void crashes(String url) {
        List<R2dbcEngine> engines =
                IntStream.range(0, 3).mapToObj(node -> R2dbcEngine.open(url)).toList();
        Flux.fromIterable(engines).flatMap(R2dbcEngine::prepare).then().block(PATIENCE);
        R2dbcEngine first = engines.get(0);
        Submit submit = Submit.of("k")
                .lane("l")
                .retry(Retry.fixed(Duration.ofMillis(20)).max(100));
        first.executions()
                .submitAll(Flux.range(0, EXECUTIONS).map(n -> submit))
                .then()
                .block(PATIENCE);
        Reconciler[] often = Reconcilers.ALL.stream()
                .map(reconciler -> reconciler.every(Duration.ofMillis(50)))
                .toArray(Reconciler[]::new);
        Disposable housekeeping = Flux.fromIterable(engines)
                .flatMap(engine -> engine.reconcilers().run(often))
                .subscribe();

        Flux.range(0, 3)
                .flatMap(node -> unreliable(engines.get(node), "node-" + node, new Random(node)))
                .then()
                .block(PATIENCE);
        housekeeping.dispose();

        List<CompletionEvent> completions =
                first.events().completions(Optional.empty()).collectList().block(PATIENCE);
        assertThat(completions).isNotNull().hasSize(EXECUTIONS);
        assertThat(completions.stream().map(CompletionEvent::executionId).distinct())
                .hasSize(EXECUTIONS);
        assertThat(first.audit().collectList().block(PATIENCE)).isEmpty();
        Flux.fromIterable(engines).flatMap(R2dbcEngine::close).then().block(PATIENCE);
    }

    /** Claims until everything has ended; half of what it takes it drops, fails, or completes when its lease is over. */
    private static Mono<Void> unreliable(R2dbcEngine engine, String name, Random random) {
        Claim claim = Claim.lane("l").as(name, name).max(10).lease(Duration.ofMillis(150));
        return engine.executions()
                .claim(claim.maxWait(Duration.ofMillis(200)))
                .flatMap(claimed -> treat(engine, claimed, random.nextInt(6)))
                .then(engine.lanes()
                        .counts()
                        .filter(count -> !count.publicState().isTerminal() && count.executions() > 0)
                        .hasElements())
                .repeat()
                .takeWhile(open -> open)
                .then();
    }

    private static Mono<?> treat(Scope engine, Claimed claimed, int fate) {
        Mono<?> done = switch (fate) {
            case 0 -> Mono.empty(); // crashed
            case 1 -> engine.executions().fail(claimed.handle(), Failure.transientFailure("bad luck"));
            case 2 ->
                engine.executions()
                        .complete(claimed.handle(), Payload.none())
                        .delaySubscription(Duration.ofMillis(150)); // about when the lease ends
            default -> engine.executions().complete(claimed.handle(), Payload.text("done"));
        };
        return done.onErrorComplete(EngineException.class); // its lease was lost meanwhile
    }

    @Test
    @DisplayName("REC-024 an engine that filters by namespace or instance tag leaves the others' executions alone")
    void filters() {
        try (SqliteFiles files = SqliteFiles.create()) {
            String url = files.freshUrl();
            AtomicLong clock = new AtomicLong(1_000_000);
            EngineSettings settings = EngineSettings.defaults().clock(EngineClock.bound(clock::get));
            R2dbcEngine all = R2dbcEngine.open(url, settings);
            all.prepare().block(PATIENCE);
            ExecutionId mine = delayed(all.namespace("a"), Map.of("cairn.instance_id", "blue"));
            ExecutionId green = delayed(all.namespace("a"), Map.of("cairn.instance_id", "green"));
            ExecutionId other = delayed(all.namespace("b"), Map.of("cairn.instance_id", "blue"));
            clock.addAndGet(60_000);
            ReconcileFilter filter = ReconcileFilter.all().namespace("a").instance("blue");
            R2dbcEngine some = R2dbcEngine.open(
                    url, settings.reconcile(ReconcileSettings.defaults().filter(filter)));

            some.reconcilers().pass(Reconcilers.DELAYED_PROMOTION).block(PATIENCE);

            assertThat(state(all.namespace("a"), mine)).isEqualTo(PublicState.WAITING);
            assertThat(state(all.namespace("a"), green)).isEqualTo(PublicState.DELAYED);
            assertThat(state(all.namespace("b"), other)).isEqualTo(PublicState.DELAYED);
            all.reconcilers().pass(Reconcilers.DELAYED_PROMOTION).block(PATIENCE);
            assertThat(state(all.namespace("b"), other)).isEqualTo(PublicState.WAITING);
            some.close().then(all.close()).block(PATIENCE);
        }
    }

    private static ExecutionId delayed(Scope scope, Map<String, String> tags) {
        return scope.executions()
                .submit(Submit.of("k").lane("l").delay(Duration.ofSeconds(10)).tags(tags))
                .blockOptional(PATIENCE)
                .orElseThrow()
                .executionId();
    }

    private static PublicState state(Scope scope, ExecutionId id) {
        return scope.executions().state(id).blockOptional(PATIENCE).orElseThrow();
    }
}
