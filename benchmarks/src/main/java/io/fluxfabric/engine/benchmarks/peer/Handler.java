package io.fluxfabric.engine.benchmarks.peer;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** What the tasks of a peer do: note when they start, sleep if they are told to, and count. */
final class Handler {

    private static final long PATIENCE_SECONDS = 60;

    private final AtomicLong runs = new AtomicLong();
    private final BlockingQueue<Long> starts = new LinkedBlockingQueue<>();
    private volatile long sleepNanos;

    void reset() {
        runs.set(0);
        starts.clear();
        sleepNanos = 0;
    }

    void sleepMillis(long millis) {
        sleepNanos = TimeUnit.MILLISECONDS.toNanos(millis);
    }

    void run() {
        if (sleepNanos > 0) {
            LockSupport.parkNanos(sleepNanos);
        } else {
            starts.add(System.nanoTime());
        }
        runs.incrementAndGet();
    }

    AtomicLong counter() {
        return runs;
    }

    long runs() {
        return runs.get();
    }

    void requireRuns(long expected) {
        if (runs.get() != expected) {
            throw new IllegalStateException("handlers ran " + runs.get() + " times instead of " + expected);
        }
    }

    /** When the next handler started. */
    long awaitStart() throws InterruptedException {
        Long start = starts.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        if (start == null) {
            throw new IllegalStateException("waited in vain for a lone task");
        }
        return start;
    }
}
