package io.fluxfabric.engine.error;

/** The engine was closed before or while the operation ran. */
public final class ClosedException extends UnavailableException {
    private static final long serialVersionUID = 1L;

    public ClosedException(String operation) {
        super(ErrorCode.CLOSED, operation, "the engine is closed");
    }
}
