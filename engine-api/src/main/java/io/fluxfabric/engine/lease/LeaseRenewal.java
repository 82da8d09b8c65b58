package io.fluxfabric.engine.lease;

import io.fluxfabric.engine.id.ExecutionId;
import java.time.Instant;

/** A lease goes on until then. */
public record LeaseRenewal(ExecutionId executionId, long epoch, Instant expiresAt) {}
