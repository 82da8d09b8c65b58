package io.fluxfabric.engine.error;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The answer did not come in time; whether the effect took place is unknown. */
public final class OperationTimeoutException extends EngineException {
    private static final long serialVersionUID = 1L;

    public OperationTimeoutException(String operation, Duration limit, @Nullable Throwable cause) {
        super(
                ErrorCode.TIMEOUT,
                operation + " did not finish within " + limit,
                Details.of("operation", operation).and("limit", limit),
                cause);
    }
}
