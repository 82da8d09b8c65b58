package io.fluxfabric.engine.lease;

import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.id.LaneId;
import io.fluxfabric.engine.id.Namespace;
import io.fluxfabric.engine.id.WorkerIdentity;
import java.time.Instant;

/**
 * A lease that ended because its holder was silent for too long. The secret by which the holder was known is not part of it.
 *
 * @param epoch the epoch of the lapsed lease
 * @param holder who held it
 */
public record ExpiredLease(
        Namespace namespace,
        ExecutionId executionId,
        LaneId lane,
        int attemptIndex,
        long epoch,
        WorkerIdentity holder,
        Instant expiredAt) {}
