package io.fluxfabric.engine.chaos.run;

import io.fluxfabric.engine.Scope;
import io.fluxfabric.engine.r2dbc.EngineSettings;
import io.fluxfabric.engine.r2dbc.R2dbcEngine;
import io.fluxfabric.engine.reconcile.Reconcilers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.function.Consumer;
import reactor.core.Disposable;

/** A run: steady work, one fault after the other with calm between, and the judgement at the end. Driven by one thread, which waits. */
public final class Chaos {

    /**
     * What is to be done.
     *
     * @param patience how long recovering from a fault may take
     */
    public record Plan(Duration time, int workers, long seed, Duration patience) {}

    /** What the command prints and answers. */
    public record Result(List<String> table, String line, boolean holds) {}

    private static final int PER_SECOND = 40;
    private static final Duration CALM = Duration.ofSeconds(1);
    private static final Duration SWEEP = Duration.ofMillis(250);
    private static final Duration START = Duration.ofMinutes(2);

    private final Plan plan;
    private final Arena arena;
    private final Path folder;
    private final Consumer<String> say;
    private final Random random;
    private final FaultTally tally = new FaultTally();
    private final Confirmations confirmations;
    private String now = "starting";

    public Chaos(Plan plan, Arena arena, Path folder, Consumer<String> say) {
        this.plan = plan;
        this.arena = arena;
        this.folder = folder;
        this.say = say;
        this.random = new Random(plan.seed());
        this.confirmations = new Confirmations(folder);
    }

    /** Gives the last line; errors are findings too. */
    public Result run() {
        String namespace = "chaos-" + UUID.randomUUID().toString().substring(0, 8);
        int partitions = EngineSettings.defaults().partitions().value();
        R2dbcEngine engine = R2dbcEngine.open(arena.url(), Orders.settings(partitions, namespace));
        try {
            engine.prepare().block();
            return run(engine, namespace, partitions);
        } finally {
            engine.close().block();
        }
    }

    private Result run(R2dbcEngine engine, String namespace, int partitions) {
        Scope scope = engine.namespace(namespace);
        Submitter submitter = new Submitter(scope.executions(), PER_SECOND);
        Drain drain = new Drain(scope.events(), submitter);
        Disposable housekeeping = engine.reconcilers()
                .run(Reconcilers.LEASE_EXPIRY.every(SWEEP), Reconcilers.DELAYED_PROMOTION)
                .subscribe();
        Optional<String> notDrained;
        try (Crew crew = new Crew(folder, plan.workers(), random, number -> orders(namespace, partitions, number));
                Submitter working = submitter.start()) {
            requireWork(crew);
            inject(crew);
            working.stop();
            now = "draining";
            notDrained = drain.run(this::completed);
        } finally {
            housekeeping.dispose();
        }
        int violations = Objects.requireNonNull(engine.audit().count().block()).intValue();
        Verdict verdict =
                Verdict.of(submitter.acknowledged(), drain.ends(), Journal.readAll(folder), violations, tally);
        List<String> table = new ArrayList<>(tally.table());
        notDrained.ifPresent(table::add);
        return new Result(table, verdict.line(), verdict.holds() && notDrained.isEmpty());
    }

    private Orders orders(String namespace, int partitions, int number) {
        String name = "worker-" + number;
        String journal = folder.resolve(name + Journal.SUFFIX).toString();
        return new Orders(arena.url(), partitions, namespace, name, journal, 0);
    }

    private void requireWork(Crew crew) {
        if (!Waiting.until(START, () -> completed() > 0)) {
            crew.requireAlive();
            throw new IllegalStateException("no execution was completed within " + START.toSeconds() + " s");
        }
    }

    /** All faults in a random order, then all in another. */
    private void inject(Crew crew) {
        List<Fault> faults = arena.faults().apply(crew);
        Deque<Fault> next = new ArrayDeque<>();
        long begun = System.nanoTime();
        while (System.nanoTime() - begun < plan.time().toNanos()) {
            if (next.isEmpty()) {
                List<Fault> shuffled = new ArrayList<>(faults);
                Collections.shuffle(shuffled, random);
                next.addAll(shuffled);
            }
            inject(next.remove());
            crew.requireAlive();
        }
    }

    private void inject(Fault fault) {
        now = "calm";
        completed();
        Waiting.pause(CALM);
        now = fault.name();
        completed();
        boolean struck = false;
        try {
            struck = fault.strike().getAsBoolean();
            if (struck) {
                Waiting.pause(fault.lasts());
            }
        } finally {
            fault.heal().run();
        }
        if (struck) {
            tally.add(fault.name(), recovery(fault));
        }
    }

    /** How long it takes from now, the end of the fault; empty if it takes too long. */
    private Optional<Duration> recovery(Fault fault) {
        now = "recovering from: " + fault.name();
        long healed = System.nanoTime();
        Recovery recovery = new Recovery(PER_SECOND);
        List<Duration> found = new ArrayList<>(1);
        Waiting.until(plan.patience(), () -> {
            int completed = completed();
            Duration at = Duration.ofNanos(System.nanoTime() - healed);
            recovery.look(at, completed)
                    .filter(begun -> at.compareTo(plan.patience()) <= 0)
                    .ifPresent(found::add);
            return !found.isEmpty();
        });
        return found.stream().findFirst();
    }

    private int completed() {
        int completed = confirmations.count();
        say.accept("completed=" + completed + " faults=" + tally.injected() + " " + now);
        return completed;
    }
}
