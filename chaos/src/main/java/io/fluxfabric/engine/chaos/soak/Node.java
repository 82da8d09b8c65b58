package io.fluxfabric.engine.chaos.soak;

import io.fluxfabric.engine.execution.Executions;
import io.fluxfabric.engine.r2dbc.EngineSettings;
import io.fluxfabric.engine.r2dbc.R2dbcEngine;
import io.fluxfabric.engine.reconcile.Reconciler;
import io.fluxfabric.engine.reconcile.Reconcilers;
import io.fluxfabric.engine.reconcile.ScanReport;
import io.fluxfabric.engine.task.TaskContext;
import io.fluxfabric.engine.task.Worker;
import io.fluxfabric.engine.task.WorkerEvent;
import java.time.Duration;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** What an application runs: an engine with its housekeeping, and a worker. The handler does nothing but look at the time. */
final class Node implements AutoCloseable {

    private static final int SLOTS = 1_000;
    private static final int EVENTS_KEPT = 65_536;
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final R2dbcEngine engine;
    private final Tally tally;
    private final Sinks.Empty<Void> stop = Sinks.empty();
    private final Disposable.Swap housekeeping = Disposables.swap();
    private Mono<Void> drained = Mono.empty();

    private Node(R2dbcEngine engine, Tally tally) {
        this.engine = engine;
        this.tally = tally;
    }

    static Node start(String url, SoakPlan plan, Tally tally) {
        EngineSettings defaults = EngineSettings.defaults();
        EngineSettings settings = defaults.reconcile(
                defaults.reconcile().retention(plan.retention()).eventAge(plan.retention()));
        Node node = new Node(R2dbcEngine.open(url, settings), tally);
        try {
            node.engine.prepare().block(PATIENCE);
            node.run(plan);
            return node;
        } catch (RuntimeException e) {
            node.close();
            throw e;
        }
    }

    private void run(SoakPlan plan) {
        housekeeping.update(engine.reconcilers().run(housekeeping(plan)).subscribe(this::reported, tally::broke));
        Sinks.Empty<Void> end = Sinks.empty();
        drained = end.asMono();
        worker().run().doFinally(signal -> end.tryEmitEmpty()).subscribe(this::told, tally::broke);
    }

    /** All of it, as usual but for what forgets. */
    private static Reconciler[] housekeeping(SoakPlan plan) {
        return Reconcilers.ALL.stream()
                .map(one -> one.equals(Reconcilers.RETENTION) || one.equals(Reconcilers.EVENT_PRUNING)
                        ? one.every(plan.forgetEvery())
                        : one)
                .toArray(Reconciler[]::new);
    }

    private Worker worker() {
        return Worker.on(engine)
                .lane(Submitter.LANE)
                .identity("soak")
                .concurrency(SLOTS)
                .eventBuffer(EVENTS_KEPT)
                .until(stop.asMono())
                .handle(Submitter.KIND, this::handle);
    }

    private Mono<Void> handle(TaskContext task) {
        return Mono.fromRunnable(() -> tally.lag()
                .waited(System.nanoTime() - task.payload().asByteBuffer().getLong()));
    }

    private void reported(ScanReport report) {
        report.cause()
                .ifPresent(error -> tally.trouble(
                        "pass of " + report.name() + " failed with "
                                + error.getClass().getSimpleName(),
                        1));
    }

    private void told(WorkerEvent event) {
        if (event instanceof WorkerEvent.Completed) {
            tally.completed();
        } else if (event instanceof WorkerEvent.Drained drained) {
            if (drained.eventsMissed() > 0) {
                tally.trouble("worker's event missed", drained.eventsMissed());
            }
        } else if (!(event instanceof WorkerEvent.Started
                || event instanceof WorkerEvent.Registered
                || event instanceof WorkerEvent.Draining)) {
            tally.trouble("worker told of " + event.getClass().getSimpleName(), 1);
        }
    }

    Executions executions() {
        return engine.executions();
    }

    /** Lets the worker drain, ends the housekeeping, and closes the engine. Closing twice is fine. */
    @Override
    public void close() {
        stop.tryEmitEmpty();
        try {
            drained.block(PATIENCE);
        } finally {
            housekeeping.dispose();
            engine.close().block(PATIENCE);
        }
    }
}
