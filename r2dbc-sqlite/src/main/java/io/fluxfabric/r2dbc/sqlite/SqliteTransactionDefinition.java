package io.fluxfabric.r2dbc.sqlite;

import io.r2dbc.spi.IsolationLevel;
import io.r2dbc.spi.Option;
import io.r2dbc.spi.TransactionDefinition;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How a transaction takes its locks. An immutable value; start from one of the constants:
 *
 * <pre>{@code
 * connection.beginTransaction(SqliteTransactionDefinition.IMMEDIATE.lockWaitTimeout(Duration.ofSeconds(2)))}</pre>
 *
 * <p>Any other {@link TransactionDefinition} may carry the {@link #MODE} option with the same effect.
 */
public final class SqliteTransactionDefinition implements TransactionDefinition {
    /** When a transaction takes its locks. */
    public enum Mode {
        /** When they are first needed. A transaction that reads and later writes can then be refused at the write. */
        DEFERRED,
        /**
         * The write lock at once: there is one such transaction at a time, and its writes are not refused for locks.
         */
        IMMEDIATE,
        /** As IMMEDIATE; outside WAL it also keeps readers out. */
        EXCLUSIVE
    }

    /** The mode of a transaction, as a {@link Mode} or its name. */
    public static final Option<Object> MODE = Option.valueOf("io.fluxfabric.r2dbc.sqlite.transactionMode");

    public static final SqliteTransactionDefinition DEFERRED = of(Mode.DEFERRED);
    public static final SqliteTransactionDefinition IMMEDIATE = of(Mode.IMMEDIATE);
    public static final SqliteTransactionDefinition EXCLUSIVE = of(Mode.EXCLUSIVE);

    private final Map<Option<?>, Object> attributes;

    private SqliteTransactionDefinition(Map<Option<?>, Object> attributes) {
        this.attributes = attributes;
    }

    private static SqliteTransactionDefinition of(Mode mode) {
        return new SqliteTransactionDefinition(Map.of(MODE, mode));
    }

    /** The same, refusing every change until the transaction ends. */
    public SqliteTransactionDefinition readOnly() {
        return with(READ_ONLY, true);
    }

    /** The same, waiting this long for locks, from BEGIN to the end of the transaction. */
    public SqliteTransactionDefinition lockWaitTimeout(Duration timeout) {
        return with(LOCK_WAIT_TIMEOUT, timeout);
    }

    /** The same with an isolation level, which SQLite meets or exceeds: its transactions are always serializable. */
    public SqliteTransactionDefinition isolationLevel(IsolationLevel level) {
        return with(ISOLATION_LEVEL, level);
    }

    @Override
    public <T> @Nullable T getAttribute(Option<T> option) {
        return option.cast(attributes.get(option));
    }

    @Override
    public String toString() {
        return "SqliteTransactionDefinition" + attributes;
    }

    static Mode modeOf(TransactionDefinition definition) {
        Object mode = definition.getAttribute(MODE);
        if (mode == null) {
            return Mode.DEFERRED;
        }
        return mode instanceof Mode known ? known : Mode.valueOf(mode.toString().toUpperCase(Locale.ROOT));
    }

    private SqliteTransactionDefinition with(Option<?> option, Object value) {
        Map<Option<?>, Object> changed = new HashMap<>(attributes);
        changed.put(option, value);
        return new SqliteTransactionDefinition(Map.copyOf(changed));
    }
}
