package io.fluxfabric.engine.benchmarks.measure;

import java.util.concurrent.locks.LockSupport;

/** Waits by looking again and again. */
public final class Await {

    private static final long PAUSE_NANOS = 500_000;

    private Await() {}

    /** Something that is so, or not yet. */
    @FunctionalInterface
    public interface Condition {
        boolean holds() throws Exception;
    }

    /** Returns when the condition holds; errors when it does not in time. */
    public static void until(long patienceNanos, String what, Condition condition) {
        long end = System.nanoTime() + patienceNanos;
        while (!holds(condition)) {
            if (System.nanoTime() > end) {
                throw new IllegalStateException("waited in vain for " + what);
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    private static boolean holds(Condition condition) {
        try {
            return condition.holds();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
