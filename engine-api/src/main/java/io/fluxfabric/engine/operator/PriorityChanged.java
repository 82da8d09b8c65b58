package io.fluxfabric.engine.operator;

import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.id.Priority;

/** An execution has another priority. */
public record PriorityChanged(ExecutionId executionId, Priority before, Priority now) {}
