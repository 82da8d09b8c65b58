package io.fluxfabric.engine.chaos.run;

import io.fluxfabric.engine.execution.Executions;
import io.fluxfabric.engine.execution.Submit;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.policy.Retry;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** Submits at a steady rate. What failed is submitted again under its key until it is acknowledged, so only what was stored counts. */
final class Submitter implements AutoCloseable {

    private static final Duration PAUSE = Duration.ofMillis(200);
    private static final int MOST_AT_ONCE = 100_000;
    private static final int MANY = 1_000;

    private final Set<ExecutionId> acknowledged = ConcurrentHashMap.newKeySet();
    private final Sinks.Empty<Void> stop = Sinks.empty();
    private final Mono<Void> work;
    private Disposable working = Disposables.disposed();

    Submitter(Executions executions, int perSecond) {
        this.work = Flux.interval(Duration.ofNanos(1_000_000_000L / perSecond))
                .onBackpressureBuffer()
                .takeUntilOther(stop.asMono())
                .flatMap(number -> submit(executions, number), MOST_AT_ONCE)
                .then();
    }

    private Mono<Void> submit(Executions executions, long number) {
        Submit submit = Submit.of(Orders.KIND)
                .idempotencyKey("chaos-" + number)
                .policy(policy -> policy.withMaxReclaims(MANY))
                .retry(Retry.fixed(PAUSE).max(MANY));
        return executions
                .submit(submit)
                .retryWhen(reactor.util.retry.Retry.fixedDelay(Long.MAX_VALUE, PAUSE))
                .doOnNext(outcome -> acknowledged.add(outcome.executionId()))
                .then();
    }

    /** Begins; whoever closes it stops it at once. */
    Submitter start() {
        working = work.subscribe();
        return this;
    }

    /** Whether everything it began is acknowledged, after it was stopped. */
    boolean hasEnded() {
        return working.isDisposed();
    }

    /** Nothing new from now on. */
    void stop() {
        stop.emitEmpty(Sinks.EmitFailureHandler.FAIL_FAST);
    }

    Set<ExecutionId> acknowledged() {
        return Set.copyOf(acknowledged);
    }

    @Override
    public void close() {
        working.dispose();
    }
}
