package io.fluxfabric.engine.operator;

import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.state.PublicState;

/** An execution runs once more; this many times in all. */
public record Replayed(ExecutionId executionId, PublicState publicState, int replays) {}
