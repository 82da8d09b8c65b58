package io.fluxfabric.engine.chaos.soak;

import io.fluxfabric.engine.audit.Violation;
import io.fluxfabric.engine.chaos.soak.SoakDatabase.Tables;
import java.lang.management.ManagementFactory;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** One run: finds the rate, holds it, samples, drains, and checks that all that was submitted has completed. */
final class Soak {

    private static final long PATIENCE_NANOS = Duration.ofMinutes(2).toNanos();
    private static final long LOOK_NANOS = Duration.ofMillis(2).toNanos();
    private static final double SECOND = 1e9;
    private static final double MIB = 1024.0 * 1024.0;

    private final SoakPlan plan;
    private final Watcher watcher;
    private final Tally tally = new Tally();
    private final List<Sample> samples = new ArrayList<>();

    Soak(SoakPlan plan, Watcher watcher) {
        this.plan = plan;
        this.watcher = watcher;
    }

    /** Who is told while it goes on. */
    interface Watcher {

        /** The load begins. */
        void began(double rate);

        /** There is another sample, the last of these. */
        void sampled(List<Sample> samples);
    }

    SoakResult run() throws Exception {
        try (SoakDatabase database = SoakDatabase.start()) {
            Load load;
            try (Node node = Node.start(database.url(), plan, tally)) {
                load = load(node, database);
            } // which has drained the worker: now nothing changes any more
            tally.requireWhole();
            return new SoakResult(
                    plan,
                    load.rate(),
                    load.held(),
                    tally.submissions(),
                    tally.completions(),
                    database.open(),
                    audited(database),
                    tally.troubles(),
                    samples);
        }
    }

    /** An audit that cannot be finished proves nothing, but must not cost what a long run found. */
    private static List<Violation> audited(SoakDatabase database) {
        try {
            return database.audit();
        } catch (RuntimeException e) {
            return List.of(new Violation("audit", Optional.empty(), "could not be finished: " + e));
        }
    }

    /** The rate that was wanted, and the one that was. */
    private record Load(double rate, double held) {}

    private Load load(Node node, SoakDatabase database) throws Exception {
        Submitter submitter = new Submitter(node.executions(), tally);
        double rate = plan.rate().isPresent() ? plan.rate().getAsDouble() : half(submitter);
        watcher.began(rate);
        Sinks.Empty<Void> stop = Sinks.empty();
        long before = tally.submissions();
        long start = System.nanoTime();
        tally.lag().next();
        CompletableFuture<Void> steady = started(submitter.steady(rate, stop.asMono()));
        double held;
        try {
            for (int number = 1; number <= plan.samples(); number++) {
                waitUntil(start + plan.period().multipliedBy(number).toNanos());
                tally.requireWhole();
                samples.add(sample(start, database));
                watcher.sampled(List.copyOf(samples));
            }
            held = (tally.submissions() - before) / ((System.nanoTime() - start) / SECOND);
        } finally {
            stop.tryEmitEmpty();
        }
        steady.get(PATIENCE_NANOS, TimeUnit.NANOSECONDS);
        awaitDrained();
        return new Load(rate, held);
    }

    /** Half of what is completed when there is always work. What is cold at first is left out: the work of the first moment. */
    private double half(Submitter submitter) throws Exception {
        Sinks.Empty<Void> stop = Sinks.empty();
        long before = tally.completions();
        CompletableFuture<Void> flatOut = started(submitter.flatOut(stop.asMono()));
        double most;
        try {
            awaitCompletions(before + Submitter.WAITING);
            most = completedPerSecond(plan.calibration());
        } finally {
            stop.tryEmitEmpty();
        }
        flatOut.get(PATIENCE_NANOS, TimeUnit.NANOSECONDS);
        awaitDrained();
        if (most < 2) {
            throw new IllegalStateException("the machine completes next to nothing, so there is no rate to hold");
        }
        return Math.floor(most / 2);
    }

    private double completedPerSecond(Duration time) throws InterruptedException {
        long before = tally.completions();
        long start = System.nanoTime();
        waitUntil(start + time.toNanos());
        return (tally.completions() - before) / ((System.nanoTime() - start) / SECOND);
    }

    private void awaitCompletions(long number) {
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        while (tally.completions() < number) {
            tally.requireWhole();
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException("waited in vain for " + number + " completions");
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    private static CompletableFuture<Void> started(Mono<Void> work) {
        return work.toFuture();
    }

    /** What is still missing when nothing has completed for long is counted as lost. */
    private void awaitDrained() {
        long seen = tally.completions();
        long since = System.nanoTime();
        while (tally.completions() < tally.submissions() && System.nanoTime() - since < PATIENCE_NANOS) {
            tally.requireWhole();
            LockSupport.parkNanos(LOOK_NANOS);
            if (tally.completions() > seen) {
                seen = tally.completions();
                since = System.nanoTime();
            }
        }
    }

    private static void waitUntil(long nanoTime) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(Math.max(0, nanoTime - System.nanoTime()));
    }

    private Sample sample(long start, SoakDatabase database) throws SQLException {
        double seconds = (System.nanoTime() - start) / SECOND;
        Map<Figure, Double> figures = new EnumMap<>(Figure.class);
        Lag.Window lag = tally.lag().next();
        figures.put(Figure.SUBMITTED, (double) tally.submissions());
        figures.put(Figure.COMPLETED, (double) tally.completions());
        figures.put(Figure.BACKLOG, (double) tally.backlog());
        figures.put(Figure.LAG, lag.meanMillis());
        figures.put(Figure.WORST_LAG, lag.mostMillis());
        Tables tables = database.tables();
        figures.put(Figure.LIVE_TUPLES, (double) tables.live());
        figures.put(Figure.DEAD_TUPLES, (double) tables.dead());
        figures.put(Figure.AUTOVACUUMS, (double) tables.autovacuums());
        figures.put(Figure.TABLE_SIZE, tables.bytes() / MIB);
        figures.put(Figure.CONNECTIONS, (double) database.connections());
        figures.put(Figure.THREADS, (double) ManagementFactory.getThreadMXBean().getThreadCount());
        figures.put(Figure.HEAP, heapAfterCollection() / MIB);
        boolean warmUp = seconds < plan.warmUp().toNanos() / SECOND;
        return new Sample(seconds, warmUp, figures);
    }

    private static long heapAfterCollection() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
