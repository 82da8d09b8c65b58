package io.fluxfabric.engine.lane;

import io.fluxfabric.engine.id.LaneId;
import io.fluxfabric.engine.state.LaneState;
import java.time.Instant;
import java.util.Optional;

/** A lane and its state. */
public record Lane(LaneId id, LaneState state, Instant registeredAt, Optional<String> stateReason) {}
