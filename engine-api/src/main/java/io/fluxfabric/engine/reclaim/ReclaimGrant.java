package io.fluxfabric.engine.reclaim;

import io.fluxfabric.engine.grant.GrantKey;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.id.LaneId;
import io.fluxfabric.engine.id.WorkerIdentity;
import java.time.Instant;

/**
 * The right of a worker to take over an execution whose holder was lost. Any instance of the worker can use it: who was given
 * it may have been restarted since.
 *
 * @param key what to show to use it; a secret of the worker
 * @param expiresAt when it ends, on the database's clock
 */
public record ReclaimGrant(
        ExecutionId executionId, LaneId lane, WorkerIdentity worker, GrantKey key, Instant expiresAt) {}
