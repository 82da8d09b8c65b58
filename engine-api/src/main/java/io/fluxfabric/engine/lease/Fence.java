package io.fluxfabric.engine.lease;

import io.fluxfabric.engine.error.ValidationException;
import io.fluxfabric.engine.id.AttemptId;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.id.LeaseId;

/**
 * What the database compares before it lets a holder write: all of it must be as stored.
 *
 * <p>The epoch grows with every change of hands, so a holder that was lost can never pass again.
 *
 * @param attemptIndex which attempt of the execution, counted from 0
 * @param epoch which holding of the execution, counted from 1
 */
public record Fence(ExecutionId executionId, int attemptIndex, AttemptId attemptId, LeaseId leaseId, long epoch) {

    public Fence {
        if (attemptIndex < 0) {
            throw ValidationException.outOfRange("attemptIndex", 0, Integer.MAX_VALUE, attemptIndex);
        }
        if (epoch < 1) {
            throw ValidationException.outOfRange("epoch", 1, Long.MAX_VALUE, epoch);
        }
    }

    /** Without the lease id. */
    @Override
    public String toString() {
        return executionId + " attempt " + attemptIndex + " epoch " + epoch;
    }
}
