package io.fluxfabric.engine.examples.demo;

import io.fluxfabric.engine.Scope;
import io.fluxfabric.engine.examples.demo.terminal.Ink;
import io.fluxfabric.engine.examples.demo.terminal.ProgressBar;
import io.fluxfabric.engine.examples.demo.terminal.Screen;
import io.fluxfabric.engine.execution.SubmitOutcome;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.operator.Order;
import io.fluxfabric.engine.r2dbc.EngineSettings;
import io.fluxfabric.engine.r2dbc.R2dbcEngine;
import io.fluxfabric.engine.r2dbc.reconcile.ReconcileFilter;
import io.fluxfabric.engine.r2dbc.reconcile.ReconcileSettings;
import io.fluxfabric.engine.reconcile.Reconcilers;
import io.fluxfabric.engine.worker.ListWorkers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import reactor.core.Disposable;

/**
 * The demo from its beginning to its end. It drives the engine from the main thread and waits for it, as a script would; the workers,
 * in processes of their own, are what an application looks like.
 */
final class Demo implements AutoCloseable {

    private static final Duration SWEEP = Duration.ofMillis(250);
    private static final Order GATE = Order.by("demo", "the gate of the demo");

    private final DemoPlan plan;
    private final DemoDatabase database;
    private final Path folder;
    private final Screen screen;
    private final R2dbcEngine engine;
    private final Scope scope;
    private final EventTail tail;
    private final Frames frames;
    private final long started = System.nanoTime();
    private List<WorkerProcess> workers = List.of();

    Demo(DemoPlan plan, DemoDatabase database, Path folder, Screen screen) {
        this.plan = plan;
        this.database = database;
        this.folder = folder;
        this.screen = screen;
        // Housekeeping looks after nobody else's executions, for the database may be the user's.
        ReconcileFilter own = ReconcileFilter.all().namespace(plan.namespace());
        this.engine = R2dbcEngine.open(
                database.url(),
                EngineSettings.defaults()
                        .partitions(database.partitions())
                        .reconcile(ReconcileSettings.defaults().filter(own)));
        this.scope = engine.namespace(plan.namespace());
        this.tail = new EventTail(scope.events());
        this.frames = new Frames(screen);
    }

    Verdict run() {
        screen.say(Panels.fact("database", database.description()));
        screen.say(Panels.fact("namespace", plan.namespace() + Ink.DIM.of("   seed ") + plan.seed()));
        engine.prepare().block();
        scope.lanes().pause(DemoPlan.LANE, GATE).block(); // Nobody starts before both are there.
        Set<ExecutionId> submitted = submit();
        workers = DemoPlan.WORKERS.stream().map(this::start).toList();
        Disposable housekeeping =
                engine.reconcilers().run(Reconcilers.LEASE_EXPIRY.every(SWEEP)).subscribe();
        try {
            openGate();
            ProgressBar bar = new ProgressBar(plan.executions());
            workUntilTheKill(bar);
            return takeOver(bar, submitted);
        } finally {
            housekeeping.dispose();
        }
    }

    private WorkerProcess start(String name) {
        return WorkerProcess.start(
                new DemoWorker.Orders(
                        database.url(),
                        database.partitions(),
                        plan.namespace(),
                        name,
                        plan.slots(),
                        journal(name).toString()),
                folder);
    }

    private Path journal(String worker) {
        return folder.resolve(worker + ".journal");
    }

    private Set<ExecutionId> submit() {
        screen.say("");
        screen.say(Panels.heading("Submit") + Ink.DIM.of("   engine.executions().submitAll(…)"));
        ProgressBar bar = new ProgressBar(plan.executions());
        List<ExecutionId> created = new ArrayList<>();
        scope.executions()
                .submitAll(plan.submits())
                .filter(outcome -> outcome.kind() == SubmitOutcome.Kind.CREATED)
                .doOnNext(outcome -> {
                    created.add(outcome.executionId());
                    frames.drawSometimes(() -> List.of(Panels.fact("submitted", bar.at(created.size()))));
                })
                .blockLast();
        frames.draw(List.of(Panels.fact("submitted", bar.at(created.size()))));
        screen.settle();
        return Set.copyOf(created);
    }

    /** Both workers must be there before work is handed out, or the quicker one might do it all. */
    private void openGate() {
        screen.say("");
        screen.say(Panels.heading("Work")
                + Ink.DIM.of("   2 processes, " + plan.slots() + " slots each, leases of " + DemoPlan.LEASE.toSeconds()
                        + " s"));
        frames.until(() -> {
            workers.stream().filter(worker -> !worker.isAlive()).findAny().ifPresent(dead -> {
                throw dead.died();
            });
            return alive() == workers.size();
        });
        scope.lanes().resume(DemoPlan.LANE, GATE).block();
    }

    private long alive() {
        return Objects.requireNonNull(
                scope.workers().list(ListWorkers.all().alive(true)).count().block());
    }

    private void workUntilTheKill(ProgressBar bar) {
        frames.until(() -> {
            Ledger ledger = read();
            frames.draw(progress(bar, ledger));
            return ledger.ended() >= plan.killAfter() && ledger.heldBy(plan.victimName()) >= plan.slots() / 2;
        });
        workers.get(plan.victim()).kill();
        frames.draw(progress(bar, read()));
        screen.settle();
    }

    private Verdict takeOver(ProgressBar bar, Set<ExecutionId> submitted) {
        WorkerProcess victim = workers.get(plan.victim());
        int held = read().heldBy(victim.name());
        screen.say("");
        screen.say(Ink.RED.of("✗ SIGKILL " + victim.name()) + Ink.DIM.of(" (pid " + victim.pid() + ")")
                + " while it held " + held + " leases; it told nobody");
        screen.say("");
        screen.say(Panels.heading("Take over") + Ink.DIM.of("   engine.leases().watchExpired()"));
        try (LapseWatch watch = LapseWatch.of(scope.leases())) {
            frames.until(() -> {
                Ledger ledger = read();
                frames.draw(Stream.concat(progress(bar, ledger).stream(), Panels.lapsed(watch.seen(), ledger).stream())
                        .toList());
                return ledger.ended() >= submitted.size()
                        && watch.seen().size() >= ledger.takeovers().size();
            });
            screen.settle();
            workers.stream().filter(WorkerProcess::isAlive).forEach(WorkerProcess::drain);
            return verdict(submitted, watch.seen(), held);
        }
    }

    private Ledger read() {
        workers.stream()
                .filter(worker -> !worker.isAlive() && !worker.name().equals(plan.victimName()))
                .findAny()
                .ifPresent(dead -> {
                    throw dead.died();
                });
        Ledger ledger = Objects.requireNonNull(tail.read().block());
        frames.alive(ledger.ended());
        return ledger;
    }

    private List<String> progress(ProgressBar bar, Ledger ledger) {
        List<String> lines = new ArrayList<>();
        lines.add(Panels.fact("completed", bar.at(ledger.ended())));
        lines.addAll(Panels.workers(workers, ledger));
        return lines;
    }

    /** Everything is read anew, from the first event on, when nothing moves any more. */
    private Verdict verdict(Set<ExecutionId> submitted, List<LapseWatch.Seen> lapses, int held) {
        Ledger ledger =
                Objects.requireNonNull(new EventTail(scope.events()).read().block());
        List<Journal.Entry> journal = DemoPlan.WORKERS.stream()
                .flatMap(worker -> Journal.read(journal(worker)).stream())
                .collect(Collectors.toList());
        Verdict verdict = Verdict.of(
                submitted,
                ledger,
                journal,
                Objects.requireNonNull(engine.audit().collectList().block()));
        new Summary(plan, ledger, lapses, held, Duration.ofNanos(System.nanoTime() - started))
                .lines(verdict)
                .forEach(screen::say);
        return verdict;
    }

    @Override
    public void close() {
        workers.forEach(WorkerProcess::close);
        engine.close().block();
    }
}
