package io.fluxfabric.engine.error;

/** The database did not answer, or answered with an error that has no meaning of its own for the engine. */
public final class TransportException extends EngineException {
    private static final long serialVersionUID = 1L;

    private final boolean passing;

    private TransportException(String operation, boolean passing, Throwable cause) {
        super(
                ErrorCode.TRANSPORT,
                operation + " failed in the database" + (passing ? "; it may succeed later" : ""),
                Details.of("operation", operation).and("retryable", passing),
                cause);
        this.passing = passing;
    }

    /** A failure that is known to pass: a lost connection, a server that restarts. */
    public static TransportException retryable(String operation, Throwable cause) {
        return new TransportException(operation, true, cause);
    }

    /** Any other failure. */
    public static TransportException terminal(String operation, Throwable cause) {
        return new TransportException(operation, false, cause);
    }

    @Override
    public ErrorClass errorClass() {
        return passing ? ErrorClass.RETRYABLE : ErrorClass.TERMINAL;
    }
}
