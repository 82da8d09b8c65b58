package io.fluxfabric.engine.error;

/** The handle no longer holds the execution: stop working on it, whatever the reason. */
public abstract sealed class LeaseLostException extends StateException
        permits StaleLeaseException, LeaseExpiredException, LeaseRevokedException {
    private static final long serialVersionUID = 1L;

    private final String executionId;
    private final long handleEpoch;

    LeaseLostException(ErrorCode code, String executionId, long handleEpoch, String message, Details details) {
        super(code, message, details);
        this.executionId = executionId;
        this.handleEpoch = handleEpoch;
    }

    static Details about(String executionId, long handleEpoch) {
        return Details.of("execution", executionId).and("handle_epoch", handleEpoch);
    }

    public String executionId() {
        return executionId;
    }

    /** The epoch of the handle that was refused. */
    public long handleEpoch() {
        return handleEpoch;
    }
}
