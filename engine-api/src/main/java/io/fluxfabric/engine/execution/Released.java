package io.fluxfabric.engine.execution;

import io.fluxfabric.engine.id.ExecutionId;

/** An execution was given back by its worker; any worker may resume it at once. */
public record Released(ExecutionId executionId) {}
