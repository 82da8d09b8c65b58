package io.fluxfabric.engine.r2dbc.wake;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.execution.Claim;
import io.fluxfabric.engine.execution.Claimed;
import io.fluxfabric.engine.execution.Submit;
import io.fluxfabric.engine.r2dbc.EngineSettings;
import io.fluxfabric.engine.r2dbc.R2dbcEngine;
import io.fluxfabric.engine.r2dbc.wake.WakeUpSettings.Reach;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Two engines on one database. They look by themselves so rarely that only a hint can bring them together in time. */
@Timeout(60)
abstract class WakeUpContract {

    static final Duration PATIENCE = Duration.ofSeconds(50);
    static final WakeUpSettings ONLY_HINTS =
            WakeUpSettings.defaults().polls(Duration.ofMinutes(4), Duration.ofMinutes(4));

    private final List<R2dbcEngine> engines = new ArrayList<>();

    abstract String url();

    R2dbcEngine engine(WakeUpSettings wakeUps) {
        R2dbcEngine engine = R2dbcEngine.open(url(), EngineSettings.defaults().wakeUps(wakeUps));
        engines.add(engine);
        engine.prepare().block(PATIENCE);
        return engine;
    }

    @AfterEach
    void close() {
        Flux.fromIterable(engines).flatMap(R2dbcEngine::close).blockLast(PATIENCE);
    }

    /** A claim that looks once, finds nothing and waits. */
    static Mono<Claimed> waitingClaim(R2dbcEngine engine) {
        return engine.executions()
                .claim(Claim.lane("mail").as("w", "w-1").maxWait(Duration.ofMinutes(4)))
                .next();
    }

    static Mono<Void> submitted(R2dbcEngine engine) {
        return engine.executions().submit(Submit.of("send").lane("mail")).then();
    }

    /** Whether the claim has looked in vain and listens. */
    static Mono<Void> listens(R2dbcEngine engine) {
        return Mono.fromSupplier(engine::listening)
                .filter(listening -> listening)
                .repeatWhenEmpty(rounds -> rounds.delayElements(Duration.ofMillis(5)))
                .then();
    }

    /** The answer of the first, while the second is done. */
    static <T> T both(Mono<T> first, Mono<Void> second) {
        return Mono.zip(first, second.thenReturn(true), (answer, done) -> answer)
                .blockOptional(PATIENCE)
                .orElseThrow();
    }

    @Test
    @DisplayName("a claim that waits is woken by a submit of another process")
    void wokenByAnother() {
        R2dbcEngine worker = engine(ONLY_HINTS);
        R2dbcEngine web = engine(ONLY_HINTS);

        Claimed claimed = both(waitingClaim(worker), listens(worker).then(submitted(web)));

        assertThat(claimed.kind().value()).isEqualTo("send");
    }

    @Test
    @DisplayName("many claims that wait are all woken, again and again")
    void manyRounds() {
        R2dbcEngine worker = engine(ONLY_HINTS);
        R2dbcEngine web = engine(ONLY_HINTS);
        Mono<Long> claims = Flux.range(0, 4)
                .flatMap(number -> waitingClaim(worker).repeat(24))
                .count();
        Mono<Void> submits = listens(worker)
                .thenMany(Flux.range(0, 100).concatMap(number -> submitted(web)))
                .then();

        assertThat(both(claims, submits)).isEqualTo(100);
    }

    @Test
    @DisplayName("with hints switched off a claim that waits finds its work by looking")
    void byLooking() {
        WakeUpSettings looking =
                WakeUpSettings.defaults().reach(Reach.NOWHERE).polls(Duration.ofMillis(20), Duration.ofMillis(50));
        R2dbcEngine both = engine(looking);

        Claimed claimed = both(waitingClaim(both), submitted(both));

        assertThat(claimed.kind().value()).isEqualTo("send");
        assertThat(both.listening()).isFalse();
    }

    @Test
    @DisplayName("an engine that closes wakes who waits: it hears that the engine is closed")
    void closing() {
        R2dbcEngine worker = engine(ONLY_HINTS);

        String end = both(
                waitingClaim(worker)
                        .map(claimed -> "claimed")
                        .onErrorResume(error -> Mono.just(error.getClass().getSimpleName())),
                listens(worker).then(worker.close()));

        assertThat(end).isEqualTo("ClosedException");
    }
}
