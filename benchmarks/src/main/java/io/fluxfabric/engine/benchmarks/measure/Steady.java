package io.fluxfabric.engine.benchmarks.measure;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * A steady state: a few thousand executions wait when the workers start, one producer keeps as many waiting, and completions are
 * counted over a window after a ramp. Then it stops producing and waits until nothing is left.
 */
public final class Steady {

    private static final int WAITING = 4_000;
    private static final int AT_ONCE = 500;
    private static final long PAUSE_NANOS = 500_000;
    private static final long PATIENCE_NANOS = 120_000_000_000L;

    private final AtomicLong completed;
    private long submitted;

    /** @param completed counts completions, and is zero before the first */
    public Steady(AtomicLong completed) {
        this.completed = completed;
    }

    /** Submits some executions and returns when they are stored. */
    @FunctionalInterface
    public interface Producer {
        void submit(int count) throws Exception;
    }

    /** The completions per second over a window, after a ramp of a quarter of it. */
    public Figures measure(int windowMillis, Producer producer, Runnable startWorkers) throws Exception {
        while (submitted < WAITING) {
            produce(producer);
        }
        startWorkers.run();
        long start = System.nanoTime();
        long from = start + windowMillis * 1_000_000L / 4;
        long to = from + windowMillis * 1_000_000L;
        long before = produceUntil(from, producer);
        long begun = System.nanoTime();
        long after = produceUntil(to, producer);
        Figures figures = Figures.of("rate", Figures.perSecond(after - before, System.nanoTime() - begun));
        awaitAll();
        return figures;
    }

    /** How many were submitted in all. */
    public long submitted() {
        return submitted;
    }

    private void produce(Producer producer) throws Exception {
        producer.submit(AT_ONCE);
        submitted += AT_ONCE;
    }

    private long produceUntil(long end, Producer producer) throws Exception {
        while (System.nanoTime() < end) {
            if (submitted - completed.get() < WAITING) {
                produce(producer);
            } else {
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
        return completed.get();
    }

    private void awaitAll() {
        Await.until(PATIENCE_NANOS, "completions of " + submitted, () -> completed.get() >= submitted);
    }
}
