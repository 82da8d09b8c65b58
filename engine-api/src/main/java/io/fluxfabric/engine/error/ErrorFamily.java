package io.fluxfabric.engine.error;

/** The branches of the error tree; each has one exception class that all errors of the branch extend. */
public enum ErrorFamily {
    NOT_FOUND(NotFoundException.class),
    VALIDATION(ValidationException.class),
    CONTENTION(ContentionException.class),
    CONFLICT(ConflictException.class),
    STATE(StateException.class),
    TRANSPORT(TransportException.class),
    UNAVAILABLE(UnavailableException.class),
    RESOURCE_EXHAUSTED(ResourceExhaustedException.class),
    TIMEOUT(OperationTimeoutException.class),
    CONFIGURATION(ConfigurationException.class),
    BUG(InvariantViolatedException.class);

    private final Class<? extends EngineException> type;

    ErrorFamily(Class<? extends EngineException> type) {
        this.type = type;
    }

    /** The class to catch for the whole branch. */
    public Class<? extends EngineException> type() {
        return type;
    }
}
