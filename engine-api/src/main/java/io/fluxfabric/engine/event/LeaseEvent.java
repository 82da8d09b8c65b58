package io.fluxfabric.engine.event;

import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.id.WorkerIdentity;
import java.time.Instant;
import java.util.Optional;

/** A lease began or ended. */
public record LeaseEvent(
        Cursor cursor,
        ExecutionId executionId,
        Type type,
        Optional<String> reason,
        int attemptIndex,
        long epoch,
        Optional<WorkerIdentity> holder,
        Instant at) {

    /** What happened to the lease. */
    public enum Type {
        ACQUIRED,
        RELEASED,
        EXPIRED,
        REVOKED,
        RECLAIMED
    }
}
