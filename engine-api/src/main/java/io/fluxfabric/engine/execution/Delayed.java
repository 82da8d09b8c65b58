package io.fluxfabric.engine.execution;

import io.fluxfabric.engine.id.ExecutionId;
import java.time.Instant;

/** An execution was given back by its worker, to be resumed not before this time. */
public record Delayed(ExecutionId executionId, Instant until) {}
