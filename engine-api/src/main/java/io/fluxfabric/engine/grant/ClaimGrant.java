package io.fluxfabric.engine.grant;

import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.id.LaneId;
import io.fluxfabric.engine.id.WorkerIdentity;
import java.time.Instant;

/**
 * The right of one worker instance to claim one execution. While it lasts nobody else can claim the execution; unused, it ends
 * by itself.
 *
 * @param key what to show to use it; a secret of the worker
 * @param expiresAt when it ends, on the database's clock
 */
public record ClaimGrant(
        ExecutionId executionId, LaneId lane, WorkerIdentity worker, GrantKey key, Instant expiresAt) {}
