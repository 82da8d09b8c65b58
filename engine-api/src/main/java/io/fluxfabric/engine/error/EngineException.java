package io.fluxfabric.engine.error;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The root of everything the engine raises.
 *
 * <p>The message is one sentence for people; programs read {@link #code()} and {@link #details()}. Neither ever holds a
 * payload, a result or a lease id.
 */
public abstract sealed class EngineException extends RuntimeException
        permits NotFoundException,
                ValidationException,
                ContentionException,
                ConflictException,
                StateException,
                TransportException,
                UnavailableException,
                ResourceExhaustedException,
                OperationTimeoutException,
                ConfigurationException,
                InvariantViolatedException {
    private static final long serialVersionUID = 1L;

    private final ErrorCode code;
    private final Details details;

    EngineException(ErrorCode code, String message, Details details, @Nullable Throwable cause) {
        super(message, cause);
        if (code.raisedAs() != getClass()) {
            throw new IllegalArgumentException("%s is raised as %s, not as %s"
                    .formatted(
                            code.text(),
                            code.raisedAs().getSimpleName(),
                            getClass().getSimpleName()));
        }
        this.code = code;
        this.details = details;
    }

    /** Which error this is. */
    public final ErrorCode code() {
        return code;
    }

    /** What the caller can do about it. */
    public ErrorClass errorClass() {
        return code.errorClass();
    }

    /** Whether the same call may succeed later. */
    public final boolean isRetryable() {
        return errorClass() == ErrorClass.RETRYABLE;
    }

    /** The ids and facts involved, in telling order; unmodifiable. */
    public final Map<String, String> details() {
        return details.asMap();
    }
}
