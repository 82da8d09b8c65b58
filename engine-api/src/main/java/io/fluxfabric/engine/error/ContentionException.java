package io.fluxfabric.engine.error;

import org.jspecify.annotations.Nullable;

/** Somebody else was faster; nothing was written, and asking again may succeed. */
public final class ContentionException extends EngineException {
    private static final long serialVersionUID = 1L;

    public ContentionException(ErrorCode code, String message, Details details, @Nullable Throwable cause) {
        super(code, message, details, cause);
    }

    /** A refusal about one execution. */
    public static ContentionException of(ErrorCode code, String executionId, String problem) {
        return new ContentionException(
                code, "execution " + executionId + " " + problem, Details.of("execution", executionId), null);
    }

    /** The database refused the transaction as often as the engine was willing to repeat it. */
    public static ContentionException retryExhausted(String operation, int attempts, Throwable cause) {
        return new ContentionException(
                ErrorCode.RETRY_EXHAUSTED,
                operation + " lost against other transactions " + attempts + " times and gave up",
                Details.of("operation", operation).and("attempts", attempts),
                cause);
    }
}
