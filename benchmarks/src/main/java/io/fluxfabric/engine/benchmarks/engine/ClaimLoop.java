package io.fluxfabric.engine.benchmarks.engine;

import io.fluxfabric.engine.execution.Claim;
import io.fluxfabric.engine.execution.Claimed;
import io.fluxfabric.engine.execution.Completed;
import io.fluxfabric.engine.execution.Executions;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A worker by hand: claims in batches, runs a handler for each execution, completes it. The only place of the benchmark where
 * work is claimed to be done.
 *
 * @param claimers how many claims may be on their way at once
 * @param batch how many executions each of them asks for
 * @param slots how many executions each claimer may have in work
 */
record ClaimLoop(Executions executions, int claimers, int batch, int slots) {

    private static final Duration LEASE = Duration.ofMinutes(2);
    private static final Duration WAIT = Duration.ofSeconds(20);

    /** Completions without end, until cancelled. */
    Flux<Completed> run(Function<Claimed, Publisher<?>> handler) {
        return run(Integer.MAX_VALUE, handler);
    }

    /** So many completions; not one execution more is claimed. */
    Flux<Completed> run(int count, Function<Claimed, Publisher<?>> handler) {
        AtomicInteger open = new AtomicInteger(count);
        return Flux.range(0, claimers)
                .flatMap(number -> claims(number, open).flatMap(claimed -> handled(claimed, handler), slots), claimers);
    }

    private Flux<Claimed> claims(int number, AtomicInteger open) {
        Claim claim = Claim.lane(Submitter.LANE)
                .as("bench", "bench-" + number)
                .lease(LEASE)
                .maxWait(WAIT);
        return Flux.defer(() -> batch(claim, open)).repeat(() -> open.get() > 0);
    }

    private Flux<Claimed> batch(Claim claim, AtomicInteger open) {
        int before = open.getAndUpdate(count -> Math.max(0, count - batch));
        int wanted = Math.min(batch, before);
        if (wanted == 0) {
            return Flux.empty();
        }
        AtomicInteger missing = new AtomicInteger(wanted);
        return executions
                .claim(claim.max(wanted))
                .doOnNext(claimed -> missing.decrementAndGet())
                .doOnComplete(() -> open.addAndGet(missing.get()));
    }

    private Mono<Completed> handled(Claimed claimed, Function<Claimed, Publisher<?>> handler) {
        return Mono.from(handler.apply(claimed)).then(executions.complete(claimed.handle()));
    }
}
