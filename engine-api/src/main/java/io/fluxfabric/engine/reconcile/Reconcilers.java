package io.fluxfabric.engine.reconcile;

import java.time.Duration;
import java.util.List;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * The engine's housekeeping, over all namespaces of its database. Any number of nodes may do it at once: what one of them is at,
 * the others pass over. When several things are due for one execution, its deadline comes before the timeout of its attempt, and
 * that before the end of its lease, whichever pass meets it.
 */
public interface Reconcilers {

    Reconciler LEASE_EXPIRY = new Reconciler(Reconciler.Task.LEASE_EXPIRY, Duration.ofMillis(1500));
    Reconciler ATTEMPT_TIMEOUT = new Reconciler(Reconciler.Task.ATTEMPT_TIMEOUT, Duration.ofSeconds(2));
    Reconciler EXECUTION_DEADLINE = new Reconciler(Reconciler.Task.EXECUTION_DEADLINE, Duration.ofSeconds(5));
    Reconciler DELAYED_PROMOTION = new Reconciler(Reconciler.Task.DELAYED_PROMOTION, Duration.ofMillis(750));
    Reconciler WORKER_SWEEP = new Reconciler(Reconciler.Task.WORKER_SWEEP, Duration.ofSeconds(30));
    Reconciler RETENTION = new Reconciler(Reconciler.Task.RETENTION, Duration.ofSeconds(60));
    Reconciler GRANT_EXPIRY = new Reconciler(Reconciler.Task.GRANT_EXPIRY, Duration.ofSeconds(60));
    Reconciler IDEMPOTENCY_EXPIRY = new Reconciler(Reconciler.Task.IDEMPOTENCY_EXPIRY, Duration.ofSeconds(60));
    Reconciler EVENT_PRUNING = new Reconciler(Reconciler.Task.EVENT_PRUNING, Duration.ofSeconds(60));
    Reconciler COUNT_FOLDING = new Reconciler(Reconciler.Task.COUNT_FOLDING, Duration.ofSeconds(5));

    /** All there are, with their usual intervals. */
    List<Reconciler> ALL = List.of(
            LEASE_EXPIRY,
            ATTEMPT_TIMEOUT,
            EXECUTION_DEADLINE,
            DELAYED_PROMOTION,
            WORKER_SWEEP,
            RETENTION,
            GRANT_EXPIRY,
            IDEMPOTENCY_EXPIRY,
            EVENT_PRUNING,
            COUNT_FOLDING);

    /** One pass by hand: does what is due now, in batches, until nothing is. Cancelling stops it after the batch it is at. */
    Mono<ScanReport> pass(Reconciler which);

    /**
     * All of them, each again and again at its interval, with a report per pass.
     *
     * <pre>
     * ticks    --|----|----|----|----|--
     * passes     [one]  [two---------][three]     a tick that comes during a pass is dropped
     * reports    ----1----------------2------3
     * </pre>
     *
     * <p>Endless until it is cancelled or the engine is closed; then the pass that runs may finish. A pass that fails is a report
     * too, and the next tick tries again. Reports are made on demand: who asks for none stops the housekeeping.
     */
    default Flux<ScanReport> run() {
        return run(ALL.toArray(Reconciler[]::new));
    }

    /** Some of them: {@code run(LEASE_EXPIRY.every(Duration.ofMillis(500)))}. One whose interval is zero does not run. */
    Flux<ScanReport> run(Reconciler... which);
}
