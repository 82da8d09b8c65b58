package io.fluxfabric.engine.execution;

import io.fluxfabric.engine.id.ExecutionId;
import java.time.Instant;

/** An execution ended well. Repeating the call that ended it gives the same answer again. */
public record Completed(ExecutionId executionId, int attemptIndex, Instant at) {}
