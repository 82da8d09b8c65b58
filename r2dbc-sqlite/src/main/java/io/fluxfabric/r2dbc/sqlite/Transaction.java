package io.fluxfabric.r2dbc.sqlite;

import io.fluxfabric.r2dbc.sqlite.SqlCommand.Kind;
import io.r2dbc.spi.R2dbcException;
import io.r2dbc.spi.TransactionDefinition;
import java.time.Duration;

/**
 * The transaction of one connection; changed on the connection's thread, read from any.
 *
 * <p>Whether one is open is SQLite's to say: COMMIT can be refused and leave it open, and some errors end it. After
 * every failure the answer is asked for again.
 */
final class Transaction {
    private final NativeDatabase database;
    private final boolean readOnlyConnection;
    private final Duration configuredLockWait;
    private Duration lockWait;
    private boolean lockWaitChanged;
    private boolean queryOnlyChanged;
    private volatile boolean autoCommit = true;
    private volatile boolean open;

    Transaction(NativeDatabase database, SqliteConnectionConfiguration configuration) {
        this.database = database;
        this.readOnlyConnection = configuration.readOnly();
        this.configuredLockWait = configuration.busyTimeout();
        this.lockWait = configuredLockWait;
    }

    boolean autoCommit() {
        return autoCommit && !open;
    }

    void begin(TransactionDefinition definition, WorkGuard guard) {
        if (!open) {
            applySettings(definition);
        }
        begin(definition);
        if (guard.abandoned()) {
            rollback(); // Whoever asked has gone and will not end it.
        }
    }

    void commit() {
        if (open) {
            end("COMMIT");
        }
    }

    void rollback() {
        if (open) {
            end("ROLLBACK");
        }
    }

    void savepoint(String name) {
        if (!open) {
            begin(SqliteTransactionDefinition.DEFERRED);
        }
        database.run("SAVEPOINT " + quoted(name));
    }

    void release(String name) {
        database.run("RELEASE " + quoted(name));
        findOut();
    }

    void rollbackTo(String name) {
        database.run("ROLLBACK TO " + quoted(name));
    }

    void autoCommit(boolean on) {
        if (on && open) {
            commit();
        }
        autoCommit = on;
    }

    void lockWait(Duration wait) {
        lockWait = wait;
        database.lockWait(wait);
    }

    /** Ends what is open and forgets what was set. */
    void reset() {
        rollback();
        autoCommit = true;
        lockWait(configuredLockWait);
    }

    void beforeRunning(Kind kind) {
        boolean needed = kind == Kind.READ || kind == Kind.WRITE || kind == Kind.SCHEMA;
        if (needed && !autoCommit && !open) {
            begin(SqliteTransactionDefinition.DEFERRED);
        }
    }

    /** Asks SQLite whether a transaction is open. */
    void findOut() {
        open = database.inTransaction();
        if (!open) {
            restoreSettings();
        }
    }

    private void begin(TransactionDefinition definition) {
        try {
            database.run("BEGIN " + SqliteTransactionDefinition.modeOf(definition));
        } catch (R2dbcException refused) {
            findOut();
            throw refused;
        }
        open = true;
    }

    private void end(String sql) {
        try {
            database.run(sql);
        } catch (R2dbcException refused) {
            findOut();
            throw refused;
        }
        open = false;
        restoreSettings();
    }

    private void applySettings(TransactionDefinition definition) {
        Duration wait = definition.getAttribute(TransactionDefinition.LOCK_WAIT_TIMEOUT);
        boolean readOnly = Boolean.TRUE.equals(definition.getAttribute(TransactionDefinition.READ_ONLY));
        if (wait != null) {
            database.lockWait(wait);
            lockWaitChanged = true;
        }
        if (readOnly && !readOnlyConnection) {
            database.run("PRAGMA query_only = 1");
            queryOnlyChanged = true;
        }
    }

    private void restoreSettings() {
        if (lockWaitChanged) {
            lockWaitChanged = false;
            database.lockWait(lockWait);
        }
        if (queryOnlyChanged) {
            queryOnlyChanged = false;
            database.run("PRAGMA query_only = 0");
        }
    }

    private static String quoted(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }
}
