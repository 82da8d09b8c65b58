package io.fluxfabric.engine.error;

/** This engine cannot do that at all, as it is built or set up. */
public sealed class UnavailableException extends EngineException permits ClosedException {
    private static final long serialVersionUID = 1L;

    public UnavailableException(String operation, String reason) {
        this(ErrorCode.UNAVAILABLE, operation, reason);
    }

    UnavailableException(ErrorCode code, String operation, String reason) {
        super(code, operation + " is not available: " + reason, Details.of("operation", operation), null);
    }
}
