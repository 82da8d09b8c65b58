package io.fluxfabric.engine.chaos.soak;

import io.fluxfabric.engine.execution.Executions;
import io.fluxfabric.engine.execution.Submit;
import io.fluxfabric.engine.execution.SubmitOutcome;
import io.fluxfabric.engine.payload.Payload;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongUnaryOperator;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Submits executions, one call each, that say when they were submitted. Completes once it was told to stop and all calls are answered. */
record Submitter(Executions executions, Tally tally) {

    static final String KIND = "soak";
    static final String LANE = "soak";

    private static final Duration TICK = Duration.ofMillis(5);
    private static final int CALLS_AT_ONCE = 4_000;

    /** How much work there is at any moment of {@link #flatOut}. */
    static final long WAITING = 4_000;

    private static final double SECOND = 1e9;

    /** So many per second. What a slow moment left undone is made up for. */
    Mono<Void> steady(double rate, Publisher<?> stop) {
        return Mono.defer(() -> {
            long start = System.nanoTime();
            return paced(begun -> (long) (rate * (System.nanoTime() - start) / SECOND) - begun, stop);
        });
    }

    /** As many as are taken: there is always some work, but not ever more. */
    Mono<Void> flatOut(Publisher<?> stop) {
        return Mono.defer(() -> {
            long before = tally.completions();
            return paced(begun -> WAITING - (begun - (tally.completions() - before)), stop);
        });
    }

    /** Asks at every tick how many are due after so many; a tick that comes while calls are still being made is dropped. */
    private Mono<Void> paced(LongUnaryOperator due, Publisher<?> stop) {
        AtomicLong begun = new AtomicLong();
        return Flux.interval(TICK)
                .onBackpressureDrop()
                .takeUntilOther(stop)
                .concatMap(tick -> calls(due, begun), 0)
                .flatMap(number -> submit(), CALLS_AT_ONCE)
                .then();
    }

    private static Flux<Integer> calls(LongUnaryOperator due, AtomicLong begun) {
        int now = (int) Math.max(0, Math.min(CALLS_AT_ONCE, due.applyAsLong(begun.get())));
        begun.addAndGet(now);
        return Flux.range(0, now);
    }

    private Mono<SubmitOutcome> submit() {
        return Mono.defer(() -> executions.submit(request()))
                .doOnNext(outcome -> tally.submitted())
                .onErrorResume(this::refused);
    }

    private Mono<SubmitOutcome> refused(Throwable error) {
        tally.trouble("submit failed with " + error.getClass().getSimpleName(), 1);
        return Mono.empty();
    }

    private static Submit request() {
        byte[] now = ByteBuffer.allocate(Long.BYTES).putLong(System.nanoTime()).array();
        return Submit.of(KIND).lane(LANE).payload(Payload.bytes(now));
    }
}
