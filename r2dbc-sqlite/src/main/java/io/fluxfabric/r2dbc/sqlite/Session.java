package io.fluxfabric.r2dbc.sqlite;

import io.r2dbc.spi.R2dbcException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;

/** What one connection owns: its thread, its database handle, its transaction, and the reads that are open on it. */
final class Session {
    /** Work that outlives a task and must hear of the connection's end. */
    interface OpenWork {
        void connectionClosing();
    }

    private final ConnectionThread thread;
    private final NativeDatabase database;
    private final Transaction transaction;
    private final Set<OpenWork> openWork = new HashSet<>();
    private final Duration configuredTimeout;
    private final AtomicBoolean closing = new AtomicBoolean();
    private volatile Duration statementTimeout;
    private volatile boolean closed;

    Session(ConnectionThread thread, NativeDatabase database, SqliteConnectionConfiguration configuration) {
        this.thread = thread;
        this.database = database;
        this.transaction = new Transaction(database, configuration);
        this.configuredTimeout = configuration.statementTimeout();
        this.statementTimeout = configuredTimeout;
    }

    /**
     * Runs work on the connection's thread and gives its answer, empty for null. Cancelling before it has begun
     * prevents it, cancelling later makes it stop waiting for a lock.
     */
    <T> Mono<T> call(Function<WorkGuard, @Nullable T> work) {
        return Mono.create(sink -> {
            WorkGuard guard = guard(false);
            AtomicBoolean cancelled = new AtomicBoolean();
            sink.onCancel(() -> {
                cancelled.set(true);
                guard.abandon();
            });
            execute(() -> answer(work, guard, sink, cancelled));
        });
    }

    /**
     * Runs work on the connection's thread. Once subscribed to it runs to its end, whether or not someone waits for it.
     */
    Mono<Void> complete(Runnable work) {
        return Mono.create(sink -> execute(() -> answer(
                guard -> {
                    work.run();
                    return null;
                },
                new WorkGuard(database, false, Duration.ZERO),
                sink,
                new AtomicBoolean())));
    }

    void execute(Runnable task) {
        thread.execute(task);
    }

    WorkGuard guard(boolean interruptWhenAbandoned) {
        return new WorkGuard(database, interruptWhenAbandoned, statementTimeout);
    }

    NativeDatabase database() {
        return database;
    }

    Transaction transaction() {
        return transaction;
    }

    SqliteErrors errors() {
        return database.errors();
    }

    void statementTimeout(Duration timeout) {
        statementTimeout = timeout;
    }

    /** Back to how the connection was opened; on the thread. */
    void reset() {
        transaction.reset();
        statementTimeout = configuredTimeout;
    }

    void requireOpen(String sql) {
        if (closed) {
            throw errors().closed(sql);
        }
    }

    boolean isClosed() {
        return closed;
    }

    /** Without auto-commit a statement opens the transaction it needs. */
    void beforeRunning(SqlCommand command) {
        transaction.beforeRunning(command.kind());
    }

    void afterRunning(SqlCommand command) {
        if (command.kind() == SqlCommand.Kind.TRANSACTION) {
            transaction.findOut();
        }
    }

    /** SQLite may have ended the transaction; the failure stays the one that is reported. */
    void afterFailure(R2dbcException failure) {
        try {
            transaction.findOut();
        } catch (R2dbcException unknown) {
            failure.addSuppressed(unknown);
        }
    }

    void opened(OpenWork work) {
        openWork.add(work);
    }

    void ended(OpenWork work) {
        openWork.remove(work);
    }

    /** True for the first caller, who is then to run {@link #close()} on the thread. */
    boolean startClosing() {
        boolean first = closing.compareAndSet(false, true);
        if (first) {
            database.abandonCurrent();
        }
        return first;
    }

    boolean isClosing() {
        return closing.get();
    }

    /** Rolls back, lets everything go and ends the thread; on the thread. */
    void close() {
        closed = true;
        List.copyOf(openWork).forEach(OpenWork::connectionClosing);
        openWork.clear();
        try {
            database.close();
        } finally {
            thread.stop();
        }
    }

    private <T> void answer(
            Function<WorkGuard, @Nullable T> work, WorkGuard guard, MonoSink<T> sink, AtomicBoolean cancelled) {
        if (cancelled.get()) {
            return;
        }
        T answer;
        try {
            requireOpen("");
            guard.enter(0);
            try {
                answer = work.apply(guard);
            } finally {
                guard.exit();
            }
        } catch (RuntimeException failure) {
            if (!cancelled.get()) {
                sink.error(failure);
            }
            return;
        }
        if (answer == null) {
            sink.success();
        } else {
            sink.success(answer);
        }
    }
}
