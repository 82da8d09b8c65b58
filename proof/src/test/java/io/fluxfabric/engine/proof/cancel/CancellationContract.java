package io.fluxfabric.engine.proof.cancel;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.error.EngineException;
import io.fluxfabric.engine.error.ErrorCode;
import io.fluxfabric.engine.proof.Ground;
import io.fluxfabric.engine.proof.Operations;
import io.fluxfabric.engine.proof.cancel.Cases.Case;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactivestreams.Publisher;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * Every operation, cancelled. Afterwards no connection is left out, none is wedged or in a transaction, every invariant holds, and the
 * repetition of the operation gives an answer.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class CancellationContract {

    private static final int RANDOM_MOMENTS = 5;

    private Ground ground;

    /** Where the database is, which is this test's own. */
    abstract String url();

    @BeforeAll
    void open() {
        ground = new Ground(url());
    }

    /** How many sessions of the engine sit in a transaction and do nothing. */
    abstract long idleInTransaction();

    abstract void dispose();

    @AfterEach
    void everyInvariantHolds() {
        assertThat(ground.engine().audit().collectList().block(Ground.PATIENCE)).isEmpty();
    }

    @AfterAll
    void close() {
        ground.engine().close().block(Ground.PATIENCE);
        dispose();
    }

    static Stream<Case> cases() {
        return Cases.all().stream();
    }

    @Test
    @DisplayName("every operation the engine offers has a case here")
    void complete() {
        Set<String> covered = cases().map(Case::operation).collect(Collectors.toCollection(TreeSet::new));
        assertThat(covered).isEqualTo(Operations.all());
        assertThat(covered).contains("Engine.close()", "Executions.claim(Claim)", "Leases.expired()");
    }

    @ParameterizedTest(name = "{0}, cancelled at each signal")
    @MethodSource("cases")
    void cancelledAtEachSignal(Case tried) {
        for (Moments moment : Moments.values()) {
            ground.fresh();
            Publisher<?> call = tried.prepare().apply(ground);
            moment.cancel(call);
            requireSound(tried, moment.name());
            repeat(tried, call, tried.repetition());
        }
    }

    @ParameterizedTest(name = "{0}, cancelled at random moments")
    @MethodSource("cases")
    void cancelledAtRandomMoments(Case tried) {
        Random random = new Random();
        for (int round = 0; round < RANDOM_MOMENTS; round++) {
            ground.fresh();
            Publisher<?> call = tried.prepare().apply(ground);
            Disposable caller = Flux.from(call).subscribe(answer -> {}, error -> {});
            int micros = random.nextInt(4000);
            Schedulers.parallel().schedule(caller::dispose, micros, TimeUnit.MICROSECONDS);
            settle(caller);
            requireSound(tried, micros + " µs");
            repeat(tried, call, tried.repetition());
        }
    }

    /** Waits until the caller is gone, whichever way. */
    private static void settle(Disposable caller) {
        until(caller::isDisposed, "the caller is gone");
    }

    @Test
    @DisplayName("everything at once on two connections, each cancelled at a random moment: nothing is lost or stuck")
    void cancelledUnderLoad() {
        Random random = new Random();
        for (int round = 0; round < 5; round++) {
            ground.fresh();
            List<Case> all = new ArrayList<>(Cases.all());
            all.removeIf(one -> one.operation().equals("Engine.close()"));
            Collections.shuffle(all, random);
            List<Publisher<?>> calls = new ArrayList<>();
            for (Case one : all) {
                ground.fresh();
                calls.add(one.prepare().apply(ground));
            }
            List<Disposable> callers = new ArrayList<>();
            calls.forEach(call -> {
                Disposable caller = Flux.from(call).subscribe(answer -> {}, error -> {});
                Schedulers.parallel().schedule(caller::dispose, random.nextInt(60_000), TimeUnit.MICROSECONDS);
                callers.add(caller);
            });
            callers.forEach(CancellationContract::settle);
            requireSound(null, "load");
            for (int place = 0; place < all.size(); place++) {
                // Time has passed and passes have been made, so there may be nothing left to wait for.
                if (!all.get(place).waits()) {
                    repeat(all.get(place), calls.get(place), EnumSet.allOf(ErrorCode.class));
                }
            }
        }
    }

    /** What was sent is finished, so a connection may be out for a moment longer; but not for ever. */
    private void requireSound(Case tried, String moment) {
        until(() -> ground.engine().connectionsInUse() == 0, "no connection is out after " + tried + ", " + moment);
        until(() -> idleInTransaction() == 0, "no transaction is open after " + tried + ", " + moment);
        // More calls than connections: one that is wedged would keep some of them waiting.
        List<Long> answers = Flux.range(0, 8)
                .flatMap(any -> ground.scope().lanes().counts().count())
                .collectList()
                .block(Ground.PATIENCE);
        assertThat(answers).hasSize(8);
        ground.write();
    }

    /** The first answer of the same call; the clock goes on for those who wait. */
    private void repeat(Case tried, Publisher<?> call, Set<ErrorCode> refusals) {
        Mono<Boolean> answered = Flux.from(call)
                .take(1)
                .then(Mono.just(true))
                .onErrorResume(EngineException.class, refusal -> {
                    assertThat(refusals).as("%s: %s", tried, refusal).contains(refusal.code());
                    return Mono.just(true);
                })
                .cache();
        Disposable caller = answered.subscribe(done -> {}, error -> {});
        until(
                () -> {
                    if (tried.waits() && !caller.isDisposed()) {
                        ground.clock().advance(Duration.ofSeconds(1));
                    }
                    return caller.isDisposed();
                },
                "an answer to the repetition of " + tried);
        assertThat(answered.block(Ground.PATIENCE)).isTrue();
        until(() -> ground.engine().connectionsInUse() == 0, "no connection is out after the repetition of " + tried);
    }

    /** Asks on the thread of the test, which may block: what is asked for may move the clock, and so do anybody's work. */
    private static void until(BooleanSupplier reached, String what) {
        for (int round = 0; round < 3000 && !reached.getAsBoolean(); round++) {
            Mono.delay(Duration.ofMillis(5)).block();
        }
        assertThat(reached.getAsBoolean()).as(what).isTrue();
    }
}
