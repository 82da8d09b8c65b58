package io.fluxfabric.engine.error;

import java.time.Instant;

/** The lease ran out before it was renewed; another worker may already have the execution. */
public final class LeaseExpiredException extends LeaseLostException {
    private static final long serialVersionUID = 1L;

    public LeaseExpiredException(String executionId, long handleEpoch, Instant expiredAt) {
        super(
                ErrorCode.LEASE_EXPIRED,
                executionId,
                handleEpoch,
                "the lease of execution " + executionId + " (epoch " + handleEpoch + ") expired at " + expiredAt,
                about(executionId, handleEpoch).and("expired_at", expiredAt));
    }
}
