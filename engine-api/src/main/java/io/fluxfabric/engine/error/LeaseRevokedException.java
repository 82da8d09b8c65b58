package io.fluxfabric.engine.error;

/** An operator took the lease away. */
public final class LeaseRevokedException extends LeaseLostException {
    private static final long serialVersionUID = 1L;

    public LeaseRevokedException(String executionId, long handleEpoch) {
        super(
                ErrorCode.LEASE_REVOKED,
                executionId,
                handleEpoch,
                "the lease of execution " + executionId + " (epoch " + handleEpoch + ") was revoked",
                about(executionId, handleEpoch));
    }
}
