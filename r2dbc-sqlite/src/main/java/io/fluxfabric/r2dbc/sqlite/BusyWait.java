package io.fluxfabric.r2dbc.sqlite;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.sqlite.BusyHandler;

/**
 * Waits for a lock that another connection holds, until the lock wait time is over, the statement timed out, or its
 * subscriber has gone. SQLite's own {@code busy_timeout} knows only the first.
 */
final class BusyWait extends BusyHandler {
    private static final long FIRST_PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(200);
    private static final long LONGEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final int DOUBLINGS = 6;

    private long waitNanos;
    private long startedNanos;
    private @Nullable WorkGuard guard;

    BusyWait(Duration wait) {
        this.waitNanos = wait.toNanos();
    }

    void limit(Duration wait) {
        this.waitNanos = wait.toNanos();
    }

    void guard(@Nullable WorkGuard guard) {
        this.guard = guard;
    }

    @Override
    protected int callback(int earlierCalls) {
        long now = System.nanoTime();
        if (earlierCalls == 0) {
            startedNanos = now;
        }
        long left = waitNanos - (now - startedNanos);
        if (left <= 0 || overtaken(guard)) {
            return 0;
        }
        long pause = Math.min(FIRST_PAUSE_NANOS << Math.min(earlierCalls, DOUBLINGS), LONGEST_PAUSE_NANOS);
        LockSupport.parkNanos(this, Math.min(pause, left));
        return 1;
    }

    private static boolean overtaken(@Nullable WorkGuard guard) {
        return guard != null && (guard.abandoned() || guard.timedOut());
    }
}
