package io.fluxfabric.r2dbc.sqlite;

import io.r2dbc.spi.R2dbcException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sqlite.BusyHandler;
import org.sqlite.SQLiteConnection;

/**
 * An open SQLite handle with its compiled statements; on the connection's thread only, {@link #interrupt()} excepted.
 */
final class NativeDatabase {
    private static final @Nullable Object[] NO_VALUES = {};

    private final SQLiteConnection handle;
    private final SqliteErrors errors;
    private final BusyWait busyWait;
    private final StatementCache cache;
    private final Set<NativeStatement> open = new HashSet<>();
    private volatile @Nullable WorkGuard current;

    NativeDatabase(SQLiteConnection handle, SqliteErrors errors, Duration lockWait, int cachedStatements)
            throws SQLException {
        this.handle = handle;
        this.errors = errors;
        this.busyWait = new BusyWait(lockWait);
        this.cache = new StatementCache(cachedStatements);
        // sqlite-jdbc would otherwise follow every statement with a BEGIN and a COMMIT of its own.
        handle.getConnectionConfig().setAutoCommit(false);
        BusyHandler.setHandler(handle, busyWait);
    }

    SqliteErrors errors() {
        return errors;
    }

    String version() throws SQLException {
        return handle.libversion();
    }

    /** A compiled statement, from the cache when it has one. To be given back with {@link #release}. */
    NativeStatement acquire(String sql) {
        NativeStatement statement = cache.take(sql);
        if (statement == null) {
            statement = compile(sql);
        }
        open.add(statement);
        return statement;
    }

    void release(NativeStatement statement) {
        if (!open.remove(statement)) {
            return;
        }
        if (statement.reset()) {
            cache.put(statement);
        } else {
            statement.close();
        }
    }

    /** Runs a statement without parameters to its end; rows are passed over. */
    void run(String sql) {
        NativeStatement statement = acquire(sql);
        try {
            boolean more = statement.start(NO_VALUES);
            while (more) {
                more = statement.step();
            }
        } catch (SQLException failure) {
            throw failed(failure, sql);
        } finally {
            release(statement);
        }
    }

    /**
     * Whether a transaction is open. SQLite ends one by itself after some errors, so after an error this must be asked;
     * and it has no better answer than whether it lets another begin.
     */
    boolean inTransaction() {
        try {
            runDespiteInterrupts("BEGIN");
        } catch (R2dbcException nested) {
            return true;
        }
        runDespiteInterrupts("COMMIT");
        return false;
    }

    /** An interrupt that comes late for the statement before it would hit this one, which takes no time. */
    private void runDespiteInterrupts(String sql) {
        boolean done = false;
        while (!done) {
            try {
                run(sql);
                done = true;
            } catch (R2dbcException failure) {
                if (!SqliteErrors.isInterrupt(failure)) {
                    throw failure;
                }
            }
        }
    }

    long changes() throws SQLException {
        return handle.getDatabase().changes();
    }

    R2dbcException failed(SQLException failure, String sql) {
        WorkGuard guard = current;
        return errors.ofRun(failure, sql, guard != null && guard.timedOut());
    }

    void lockWait(Duration wait) {
        busyWait.limit(wait);
    }

    void enter(@Nullable WorkGuard guard) {
        current = guard;
        busyWait.guard(guard);
    }

    /** Any thread: a read that runs now ends, and nothing waits for a lock any longer. */
    void abandonCurrent() {
        WorkGuard guard = current;
        if (guard != null) {
            guard.abandon();
        }
    }

    int openStatements() {
        return open.size();
    }

    int cachedStatements() {
        return cache.size();
    }

    /**
     * Any thread: SQLite made this call for it, and it does not block. The caller sees to it that the handle is open.
     */
    void interrupt() {
        try {
            handle.getDatabase().interrupt();
        } catch (SQLException notRunning) {
            throw new IllegalStateException(notRunning);
        }
    }

    void close() {
        List.copyOf(open).forEach(NativeStatement::close);
        open.clear();
        cache.clear();
        try {
            handle.close();
        } catch (SQLException failure) {
            throw errors.ofRun(failure, "close", false);
        }
    }

    private NativeStatement compile(String sql) {
        try {
            return new NativeStatement(handle, sql);
        } catch (SQLException failure) {
            throw errors.ofCompiling(failure, sql);
        }
    }
}
