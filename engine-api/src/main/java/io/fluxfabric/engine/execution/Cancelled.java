package io.fluxfabric.engine.execution;

import io.fluxfabric.engine.id.ExecutionId;
import java.time.Instant;

/** An execution ended by being cancelled. Cancelling it again gives the same answer, with the first reason kept. */
public record Cancelled(ExecutionId executionId, Instant at) {}
