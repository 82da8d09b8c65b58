package io.fluxfabric.engine.r2dbc.sql;

import io.fluxfabric.engine.lease.Backend;
import io.r2dbc.spi.R2dbcException;
import io.r2dbc.spi.TransactionDefinition;
import java.util.List;
import java.util.function.Function;

/** The few questions whose answers differ between databases. */
public interface Dialect {

    /** The name used in messages and for the folder of migration overrides. */
    String name();

    /** What handles call the database. */
    Backend backend();

    /** How the database wants to be connected to. */
    ConnectionShape connectionShape();

    /** The text that stands for the n-th bound value, counted from one. */
    String marker(int oneBased);

    /** The text of a {@code {FRAGMENT}}; an unknown name is an {@link IllegalArgumentException}. */
    String fragment(String name);

    /** How a bound clock value is written where {@code {NOW}} stands. */
    String boundNow(String marker);

    /** A bound row set as an item of a FROM clause; {@code marker} hands out the markers it needs. */
    String rows(RowsTemplate template, Function<Parameter, String> marker);

    /** The form in which the driver takes a value. */
    Object bindable(Object value);

    /** The type under which the driver takes a NULL of the given type. */
    Class<?> bindableType(Class<?> type);

    /** How a writing transaction begins. */
    TransactionDefinition write();

    /** How a transaction begins that must run as if it were alone. */
    TransactionDefinition serializable();

    /** Whether writes may stand in CTEs, so that a {@link Chain} is one statement. */
    boolean chainsInOneStatement();

    /** What an error of the driver means, decided by its code and not by its class. */
    SqlErrorKind classify(R2dbcException error);

    /** Takes the lock under which one node at a time may migrate, for the rest of the transaction; each binds {@code :key}. */
    List<Sql> migrationLock();
}
