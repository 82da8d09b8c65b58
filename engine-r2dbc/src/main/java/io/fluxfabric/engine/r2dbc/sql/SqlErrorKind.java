package io.fluxfabric.engine.r2dbc.sql;

/** What an error of a database means to the engine. */
public enum SqlErrorKind {
    /** A race was lost or a lock was not to be had; the same transaction may succeed when it runs again. */
    CONTENTION,
    /** A unique key exists already. */
    UNIQUE_VIOLATION,
    /** Another constraint was violated. */
    INTEGRITY_VIOLATION,
    /** The server is away, going away, or takes no more connections. */
    UNREACHABLE,
    /** The server ended a statement that took too long. */
    TIMEOUT,
    /** Name or password were refused, or the database does not exist. */
    REFUSED,
    /** The disk is full, the file is read-only or damaged: a person must act. */
    STORAGE,
    /** Anything else, a mistake in a statement among it. */
    OTHER
}
