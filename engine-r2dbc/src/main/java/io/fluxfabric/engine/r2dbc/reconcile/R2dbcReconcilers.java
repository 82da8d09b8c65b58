package io.fluxfabric.engine.r2dbc.reconcile;

import io.fluxfabric.engine.r2dbc.reconcile.Pass.Batch;
import io.fluxfabric.engine.r2dbc.sql.Tx;
import io.fluxfabric.engine.reconcile.Reconciler;
import io.fluxfabric.engine.reconcile.Reconciler.Task;
import io.fluxfabric.engine.reconcile.Reconcilers;
import io.fluxfabric.engine.reconcile.ScanReport;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/**
 * Runs the passes, on the connections that are reserved for housekeeping. An idle pass is one statement; one that finds something works
 * in batches, a transaction each, until a batch is not full.
 */
public final class R2dbcReconcilers implements Reconcilers {

    private final Tx tx;
    private final Scheduler timer;
    private final int size;
    private final Map<Task, Pass> passes;
    private final ReconcilerLoop loop;

    public R2dbcReconcilers(Tx tx, Scheduler timer, ReconcileSettings settings) {
        this.tx = tx;
        this.timer = timer;
        this.size = settings.batch();
        this.passes = new EnumMap<>(Map.of(
                Task.LEASE_EXPIRY,
                OverdueExecutions.byLease(settings.filter(), settings.reclaimGrace()),
                Task.ATTEMPT_TIMEOUT,
                OverdueExecutions.byAttemptTimeout(settings.filter(), settings.reclaimGrace()),
                Task.EXECUTION_DEADLINE,
                OverdueExecutions.byDeadline(settings.filter(), settings.reclaimGrace()),
                Task.DELAYED_PROMOTION,
                new DelayedExecutions(settings.filter()),
                Task.WORKER_SWEEP,
                new LapsedWorkers(new LeasesOfTheDead(settings.reclaimGrace())),
                Task.RETENTION,
                new EndedExecutions(settings.filter(), settings.retention()),
                Task.GRANT_EXPIRY,
                LapsedRows.grants(),
                Task.IDEMPOTENCY_EXPIRY,
                LapsedRows.keys(),
                Task.EVENT_PRUNING,
                new OldEvents(settings.eventAge()),
                Task.COUNT_FOLDING,
                new CountChanges()));
        this.loop = new ReconcilerLoop(this::pass, timer, tx.closing());
    }

    @Override
    public Flux<ScanReport> run(Reconciler... which) {
        List<Reconciler> enabled = Stream.of(which).filter(Reconciler::enabled).toList();
        return Flux.fromIterable(enabled).flatMap(loop::run, Math.max(1, enabled.size()), 1);
    }

    @Override
    public Mono<ScanReport> pass(Reconciler which) {
        return Mono.defer(() -> {
            Pass pass = Objects.requireNonNull(passes.get(which.task()));
            String operation = "reconcile." + which.name();
            long start = timer.now(TimeUnit.NANOSECONDS);
            return lag(operation, pass)
                    .flatMap(lag -> lag.isEmpty()
                            ? Mono.just(report(which, Batch.NONE, Duration.ZERO, start))
                            : untilShort(operation, pass).map(done -> report(which, done, lag.get(), start)));
        });
    }

    private Mono<Optional<Duration>> lag(String operation, Pass pass) {
        return tx.upkeep(
                operation,
                session -> session.one(
                                pass.lag(), pass.binds(size), row -> Optional.ofNullable(row.numberOrNull("lag_ms")))
                        .map(lag -> lag.map(Duration::ofMillis))
                        .defaultIfEmpty(Optional.empty()));
    }

    private Mono<Batch> untilShort(String operation, Pass pass) {
        Mono<Batch> batch = tx.maintenance(operation, session -> pass.batch(session, size));
        return batch.expand(done -> done.scanned() < size ? Mono.empty() : batch)
                .reduce(Batch.NONE, Batch::plus);
    }

    private ScanReport report(Reconciler which, Batch done, Duration lag, long start) {
        Duration taken = Duration.ofNanos(timer.now(TimeUnit.NANOSECONDS) - start);
        return ScanReport.done(which.name(), done.scanned(), done.changed(), lag, taken);
    }
}
