package io.fluxfabric.engine.chaos.run;

import io.fluxfabric.engine.Scope;
import io.fluxfabric.engine.event.CompletionEvent;
import io.fluxfabric.engine.event.Cursor;
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
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;

/** A run: steady work, one fault after the other with calm between, and the judgement at the end. Driven by one thread, which waits. */
public final class Chaos {

    /**
     * What is to be done.
     *
     * @param patience how long recovering from a fault may take
     */
    public record Plan(Duration time, int workers, long seed, Duration patience) {}

    private static final int PER_SECOND = 40;
    private static final double RECOVERED = 0.9;
    private static final Duration WINDOW = Duration.ofSeconds(2);
    private static final Duration TICK = Duration.ofMillis(250);
    private static final Duration START = Duration.ofMinutes(2);
    private static final Duration DRAIN = Duration.ofMinutes(3);

    private final Plan plan;
    private final Arena arena;
    private final Path folder;
    private final Consumer<String> say;
    private final Random random;
    private final FaultTally tally = new FaultTally();
    private final List<CompletionEvent> ends = new ArrayList<>();
    private Optional<Cursor> read = Optional.empty();
    private String now = "starting";

    public Chaos(Plan plan, Arena arena, Path folder, Consumer<String> say) {
        this.plan = plan;
        this.arena = arena;
        this.folder = folder;
        this.say = say;
        this.random = new Random(plan.seed());
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

    /** What the command prints and answers. */
    public record Result(List<String> table, String line, boolean holds) {}

    private Result run(R2dbcEngine engine, String namespace, int partitions) {
        Scope scope = engine.namespace(namespace);
        Submitter submitter = new Submitter(scope.executions(), PER_SECOND);
        Disposable housekeeping = engine.reconcilers()
                .run(Reconcilers.LEASE_EXPIRY.every(TICK), Reconcilers.DELAYED_PROMOTION)
                .subscribe();
        try (Crew crew = new Crew(folder, plan.workers(), random, number -> orders(namespace, partitions, number))) {
            Mono<Void> submitting = submitter.work().cache();
            Disposable work = submitting.subscribe();
            try {
                until(START, () -> completedWithin(scope) > 0);
                inject(scope, crew);
                submitter.stop();
                now = "draining";
                submitting.block(DRAIN);
                until(DRAIN, () -> {
                    completedWithin(scope);
                    return ends.size() >= submitter.acknowledged().size();
                });
            } finally {
                work.dispose();
            }
        } finally {
            housekeeping.dispose();
        }
        int violations = Objects.requireNonNull(engine.audit().count().block()).intValue();
        Verdict verdict = Verdict.of(submitter.acknowledged(), ends, Journal.readAll(folder), violations, tally);
        return new Result(tally.table(), verdict.line(), verdict.holds());
    }

    private Orders orders(String namespace, int partitions, int number) {
        String name = "worker-" + number;
        return new Orders(
                arena.url(),
                partitions,
                namespace,
                name,
                folder.resolve(name + Journal.SUFFIX).toString());
    }

    /** All faults in a random order, then all in another. */
    private void inject(Scope scope, Crew crew) {
        List<Fault> faults = arena.faults().apply(crew);
        Deque<Fault> next = new ArrayDeque<>();
        long end = System.nanoTime() + plan.time().toNanos();
        while (System.nanoTime() < end) {
            if (next.isEmpty()) {
                List<Fault> shuffled = new ArrayList<>(faults);
                Collections.shuffle(shuffled, random);
                next.addAll(shuffled);
            }
            inject(scope, crew, next.remove());
        }
    }

    private void inject(Scope scope, Crew crew, Fault fault) {
        now = "calm";
        double before = Math.min(PER_SECOND, rate(scope));
        now = fault.name();
        fault.strike().run();
        try {
            pause(fault.lasts());
        } finally {
            fault.heal().run();
        }
        now = "recovering from: " + fault.name();
        long healed = System.nanoTime();
        Optional<Duration> recovery = Optional.empty();
        while (recovery.isEmpty()
                && System.nanoTime() - healed < plan.patience().toNanos()) {
            Duration begun = Duration.ofNanos(System.nanoTime() - healed);
            if (rate(scope) >= RECOVERED * before) {
                recovery = Optional.of(begun);
            }
        }
        tally.add(fault.name(), recovery);
        crew.requireAlive();
    }

    /** Completions per second over a window from now. */
    private double rate(Scope scope) {
        completedWithin(scope);
        int before = ends.size();
        long begun = System.nanoTime();
        pause(WINDOW);
        completedWithin(scope);
        return (ends.size() - before) * 1e9 / (System.nanoTime() - begun);
    }

    /** Reads the completions that are new, again if the database is not there yet. */
    private int completedWithin(Scope scope) {
        scope.events()
                .completions(read)
                .doOnNext(event -> {
                    ends.add(event);
                    read = Optional.of(event.cursor());
                })
                .then()
                .onErrorComplete() // Counted at the next look; the end of the run insists.
                .block();
        say.accept("completed=" + ends.size() + " faults=" + tally.injected() + " " + now);
        return ends.size();
    }

    private void until(Duration patience, BooleanSupplier reached) {
        long end = System.nanoTime() + patience.toNanos();
        while (!reached.getAsBoolean() && System.nanoTime() < end) {
            pause(TICK);
        }
    }

    private static void pause(Duration time) {
        Mono.delay(time).block();
    }
}
