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
    /** The disk is full or the file read-only: it passes, when a person has acted. */
    STORAGE,
    /** The data or the server is damaged. */
    DAMAGED,
    /** Anything else, a mistake in a statement among it. */
    OTHER
}
