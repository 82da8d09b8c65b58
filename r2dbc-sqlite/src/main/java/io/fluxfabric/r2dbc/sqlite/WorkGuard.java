package io.fluxfabric.r2dbc.sqlite;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.scheduler.Schedulers;

/**
 * Lets other threads stop what a connection's thread is doing now, and never what it does next.
 *
 * <p>{@code sqlite3_interrupt} hits whatever runs on the connection at that moment. So the thread marks when the work
 * of this guard runs, only then is an interrupt sent, and the thread does not go on to other work while one is being
 * sent.
 */
final class WorkGuard {
    private static final int IDLE = 0;
    private static final int RUNNING = 1;
    private static final int INTERRUPTING = 2;

    private final NativeDatabase database;
    private final AtomicInteger state = new AtomicInteger(IDLE);
    private final boolean interruptWhenAbandoned;
    private long remainingNanos;
    private long enteredNanos;
    private @Nullable Disposable timer;
    private volatile boolean interruptible;
    private volatile boolean abandoned;
    private volatile boolean timedOut;

    /**
     * @param interruptWhenAbandoned false for work that changes data: SQLite answers an interrupted change by rolling
     *     back the whole transaction around it, which nobody asked for
     * @param timeout how long the work may run, zero for as long as it takes
     */
    WorkGuard(NativeDatabase database, boolean interruptWhenAbandoned, Duration timeout) {
        this.database = database;
        this.interruptWhenAbandoned = interruptWhenAbandoned;
        this.remainingNanos = timeout.toNanos();
    }

    /**
     * Before SQLite is called; on the connection's thread.
     *
     * @param own how many of the connection's open statements belong to this work
     */
    void enter(int own) {
        // An interrupt would also end every other statement that is open on the connection.
        interruptible = database.openStatements() == own;
        database.enter(this);
        state.set(RUNNING);
        if (remainingNanos > 0) {
            enteredNanos = System.nanoTime();
            timer = Schedulers.parallel().schedule(this::timeOut, remainingNanos, TimeUnit.NANOSECONDS);
        }
    }

    /** After SQLite has answered; on the connection's thread. */
    void exit() {
        if (timer != null) {
            timer.dispose();
            timer = null;
            remainingNanos = Math.max(1, remainingNanos - (System.nanoTime() - enteredNanos));
        }
        while (!state.compareAndSet(RUNNING, IDLE)) {
            Thread.onSpinWait();
        }
        database.enter(null);
    }

    /** The subscriber has gone; any thread. */
    void abandon() {
        abandoned = true;
        if (interruptWhenAbandoned) {
            interrupt();
        }
    }

    boolean abandoned() {
        return abandoned;
    }

    boolean timedOut() {
        return timedOut;
    }

    private void timeOut() {
        timedOut = true;
        interrupt();
    }

    private void interrupt() {
        if (interruptible && state.compareAndSet(RUNNING, INTERRUPTING)) {
            database.interrupt();
            state.set(RUNNING);
        }
    }
}
