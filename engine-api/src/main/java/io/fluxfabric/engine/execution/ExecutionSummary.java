package io.fluxfabric.engine.execution;

import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.id.ExecutionKind;
import io.fluxfabric.engine.id.LaneId;
import io.fluxfabric.engine.id.Priority;
import io.fluxfabric.engine.state.PublicState;
import java.time.Instant;
import java.util.Optional;

/** One line of a listing. */
public record ExecutionSummary(
        ExecutionId id,
        LaneId lane,
        ExecutionKind kind,
        Priority priority,
        PublicState publicState,
        int attempts,
        Instant createdAt,
        Optional<Instant> terminalAt) {}
