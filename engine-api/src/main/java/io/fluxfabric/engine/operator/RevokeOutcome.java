package io.fluxfabric.engine.operator;

import io.fluxfabric.engine.id.ExecutionId;

/** What became of a request to take a lease away. */
public sealed interface RevokeOutcome {

    ExecutionId executionId();

    /** The lease is gone, and this epoch fences its holder. */
    record Revoked(ExecutionId executionId, long epoch) implements RevokeOutcome {}

    /** There was nothing to take away. */
    record AlreadySatisfied(ExecutionId executionId, Reason reason) implements RevokeOutcome {}

    /** Why there was nothing to take away. */
    enum Reason {
        NO_ACTIVE_LEASE,
        DIFFERENT_WORKER_INSTANCE,
        EPOCH_MOVED
    }
}
