package io.fluxfabric.engine.error;

import org.jspecify.annotations.Nullable;

/** The engine broke one of its own rules; please report it. */
public final class InvariantViolatedException extends EngineException {
    private static final long serialVersionUID = 1L;

    public InvariantViolatedException(String message, Details details, @Nullable Throwable cause) {
        super(ErrorCode.INVARIANT_VIOLATED, message, details, cause);
    }
}
