package io.fluxfabric.engine.r2dbc.sql;

import io.fluxfabric.engine.error.ClosedException;
import io.fluxfabric.engine.error.Details;
import io.fluxfabric.engine.error.EngineException;
import io.fluxfabric.engine.error.InvariantViolatedException;
import io.fluxfabric.engine.error.TransportException;
import io.r2dbc.spi.R2dbcException;
import java.io.IOException;

/** Turns what a driver throws into the engine's own errors. The driver's error stays the cause. */
public final class SqlErrors {

    private final Dialect dialect;

    public SqlErrors(Dialect dialect) {
        this.dialect = dialect;
    }

    /** Whether running the transaction again may help. */
    boolean isContention(Throwable error) {
        return error instanceof R2dbcException driver && dialect.classify(driver) == SqlErrorKind.CONTENTION;
    }

    /** The engine's word for an error that ended an operation. */
    public Throwable translate(String operation, Throwable error) {
        if (error instanceof EngineException || error instanceof Error) {
            return error;
        }
        if (error instanceof R2dbcException driver) {
            return translateDriver(operation, driver);
        }
        if (error instanceof IOException) {
            return TransportException.retryable(operation, error);
        }
        return unexpected(operation, error);
    }

    private EngineException translateDriver(String operation, R2dbcException error) {
        return switch (dialect.classify(error)) {
            case CONTENTION, UNREACHABLE, TIMEOUT, STORAGE -> TransportException.retryable(operation, error);
            case REFUSED, DAMAGED, OTHER -> TransportException.terminal(operation, error);
            // Statements resolve the conflicts they expect with ON CONFLICT; one that gets here is a mistake of ours.
            case UNIQUE_VIOLATION, INTEGRITY_VIOLATION -> unexpected(operation, error);
        };
    }

    private static EngineException unexpected(String operation, Throwable error) {
        return new InvariantViolatedException(
                operation + " met an error that should not exist: " + error.getMessage(),
                Details.of("operation", operation),
                error);
    }

    static EngineException closed(String operation) {
        return new ClosedException(operation);
    }
}
