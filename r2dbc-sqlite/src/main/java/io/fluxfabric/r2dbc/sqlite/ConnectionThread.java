package io.fluxfabric.r2dbc.sqlite;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import reactor.util.Logger;
import reactor.util.Loggers;

/**
 * The one thread on which a connection talks to SQLite. Tasks run in the order they were given.
 *
 * <p>A connection has a thread of its own, not a turn on a shared one: a writer that waits for a lock would otherwise
 * hold up the very connection it waits for.
 */
final class ConnectionThread {
    private static final Logger LOG = Loggers.getLogger(ConnectionThread.class);
    private static final AtomicLong NUMBERS = new AtomicLong();

    /**
     * About as long as waking a sleeping thread takes: a caller that answers one result with the next statement then
     * finds the thread awake. Of use only where the caller can run meanwhile.
     */
    private static final int SPINS_BEFORE_PARKING = Runtime.getRuntime().availableProcessors() > 1 ? 1_000 : 0;

    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final Thread thread;
    private volatile boolean parked;
    private volatile boolean stopped;

    ConnectionThread() {
        thread = new Thread(this::loop, "r2dbc-sqlite-" + NUMBERS.incrementAndGet());
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /**
     * Hands a task over without waiting. After {@link #stop()} the task runs on the caller's thread: there is no
     * database left to block on, and all a task can do then is to report that.
     */
    void execute(Runnable task) {
        tasks.offer(task);
        if (stopped) {
            runAll();
        } else if (parked) {
            LockSupport.unpark(thread);
        }
    }

    /** Ends the thread once the tasks already given have run. */
    void stop() {
        stopped = true;
        LockSupport.unpark(thread);
    }

    private void loop() {
        while (!stopped) {
            Runnable task = next();
            if (task != null) {
                run(task);
            }
        }
        runAll();
    }

    private @Nullable Runnable next() {
        for (int spin = 0; spin < SPINS_BEFORE_PARKING; spin++) {
            Runnable task = tasks.poll();
            if (task != null) {
                return task;
            }
            Thread.onSpinWait();
        }
        parked = true;
        if (tasks.isEmpty() && !stopped) {
            LockSupport.park(this);
        }
        parked = false;
        return tasks.poll();
    }

    private void runAll() {
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            run(task);
        }
    }

    private static void run(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException | Error failure) {
            // A task reports its own failures; what arrives here was thrown by a subscriber, and must not end the
            // thread.
            LOG.error("A subscriber failed on a SQLite connection's thread", failure);
        }
    }
}
