package io.fluxfabric.engine.proof.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.error.EngineException;
import io.fluxfabric.engine.event.CompletionEvent;
import io.fluxfabric.engine.execution.Submit;
import io.fluxfabric.engine.r2dbc.R2dbcEngine;
import io.fluxfabric.engine.reconcile.Reconcilers;
import io.fluxfabric.engine.state.TerminalOutcome;
import io.fluxfabric.engine.task.Worker;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;

/**
 * A steady load: one submission each 20 ms, repeated under its idempotency key until it is acknowledged, and a worker on each engine. The
 * load is far below what the engines can do, so it is the submitter that sets the rate.
 */
final class Load implements AutoCloseable {

    static final String LANE = "load";
    static final String KIND = "play";
    static final Duration LEASE = Duration.ofSeconds(3);

    private static final Logger log = LoggerFactory.getLogger(Load.class);
    private static final Duration EVERY = Duration.ofMillis(20);
    private static final Duration RECOVERY = Duration.ofSeconds(10);
    private static final long WINDOW_MS = 1_000;
    private static final double ENOUGH = 0.9;

    private final List<R2dbcEngine> engines;
    private final List<Worker> workers;
    private final Tally tally = new Tally();
    private final Set<String> acknowledged = ConcurrentHashMap.newKeySet();
    private final List<Throwable> refusals = new CopyOnWriteArrayList<>();
    private final AtomicInteger open = new AtomicInteger();
    private final Disposable.Composite running = Disposables.composite();
    private final Disposable submitting;
    private volatile double before;

    private Load(List<R2dbcEngine> engines, List<Worker> workers) {
        this.engines = engines;
        this.workers = workers;
        engines.forEach(engine -> running.add(engine.reconcilers()
                .run(Reconcilers.LEASE_EXPIRY.every(Duration.ofMillis(300)), Reconcilers.DELAYED_PROMOTION)
                .subscribe()));
        workers.forEach(worker -> running.add(worker.run().subscribe(tally::heard)));
        submitting = Flux.interval(EVERY)
                .onBackpressureDrop()
                .flatMap(number -> submitted("load-" + number), 256)
                .subscribe();
        running.add(submitting);
    }

    /** A load whose submitter is on the first engine; on each is a worker. */
    static Load on(R2dbcEngine... engines) {
        return new Load(
                List.of(engines), List.of(engines).stream().map(Load::worker).toList());
    }

    static Worker worker(R2dbcEngine engine) {
        return Worker.on(engine)
                .lane(LANE)
                .lease(LEASE)
                .concurrency(16)
                .drainGrace(Duration.ofSeconds(5))
                .handle(KIND, task -> Mono.delay(Duration.ofMillis(10)).then());
    }

    private Mono<Void> submitted(String key) {
        return Mono.defer(() -> {
                    open.incrementAndGet();
                    return engines.get(0)
                            .executions()
                            .submit(Submit.of(KIND).lane(LANE).idempotencyKey(key))
                            .doOnError(refusals::add)
                            .retryWhen(Retry.fixedDelay(Long.MAX_VALUE, Duration.ofMillis(100))
                                    .filter(EngineException.class::isInstance))
                            .doOnNext(outcome ->
                                    acknowledged.add(outcome.executionId().toString()))
                            .doFinally(signal -> open.decrementAndGet());
                })
                .then();
    }

    Tally tally() {
        return tally;
    }

    /** With what submissions were refused so far. */
    List<Throwable> refusals() {
        return refusals;
    }

    /** Waits until it runs steadily, and remembers the rate. */
    Load steady() {
        Waiting.until("the first completions, but " + tally, () -> tally.completions() >= 25);
        long counted = tally.completions();
        Mono.delay(Duration.ofMillis(WINDOW_MS)).block();
        Waiting.until("more completions", () -> tally.completions() >= counted + 25);
        before = Math.min(tally.rate(WINDOW_MS), 1000.0 / EVERY.toMillis());
        return this;
    }

    /** To be called when the fault has ended: within ten seconds as much is completed per second as before. */
    Load recovers() {
        long since = System.nanoTime();
        Waiting.until(
                () -> "%.0f completions per second, before the fault %.0f; %s"
                        .formatted(tally.rate(WINDOW_MS), before, tally),
                // Nothing that was completed before the fault's end counts.
                () -> System.nanoTime() - since > WINDOW_MS * 1_000_000 && tally.rate(WINDOW_MS) >= ENOUGH * before,
                RECOVERY);
        log.info("{} per s before, again after {} ms", before, (System.nanoTime() - since) / 1_000_000);
        return this;
    }

    /** No more submissions: all that were acknowledged complete, each once, and nothing is left behind. */
    void settles() {
        submitting.dispose();
        Waiting.until("the end of all submissions", () -> open.get() == 0);
        Waiting.until(
                "the completion of everything; " + tally, () -> ends().keySet().containsAll(acknowledged));
        running.dispose();
        workers.forEach(worker -> worker.ended().block(Waiting.PATIENCE));
        Map<String, List<CompletionEvent>> ends = ends();
        assertThat(ends.values().stream().filter(events -> events.size() != 1))
                .as("executions that ended twice")
                .isEmpty();
        assertThat(ends.values().stream().flatMap(List::stream).map(CompletionEvent::outcome))
                .containsOnly(TerminalOutcome.SUCCESS);
        assertThat(tally.confirmedTwice()).as("confirmed twice").isEmpty();
        assertThat(engines.get(0).audit().collectList().block(Waiting.PATIENCE))
                .as("violated invariants")
                .isEmpty();
        engines.forEach(each -> Waiting.until("the return of all connections", () -> each.connectionsInUse() == 0));
    }

    private Map<String, List<CompletionEvent>> ends() {
        return engines.get(0)
                .events()
                .completions(Optional.empty())
                .collect(Collectors.groupingBy(event -> event.executionId().toString()))
                .blockOptional(Waiting.PATIENCE)
                .orElseThrow();
    }

    @Override
    public void close() {
        running.dispose();
        workers.forEach(worker -> worker.ended().onErrorComplete().block(Waiting.PATIENCE));
    }
}
