package io.fluxfabric.engine.testdb;

import org.jspecify.annotations.Nullable;

/** No PostgreSQL could be had; the message is one sentence on what was tried and one on what to do. */
public final class PostgresUnavailableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    PostgresUnavailableException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
