package io.fluxfabric.engine.event;

import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.id.ExecutionKind;
import io.fluxfabric.engine.id.LaneId;
import io.fluxfabric.engine.state.TerminalOutcome;
import java.time.Instant;
import java.util.Optional;

/** An execution ended. There is one for each time it did, and no other. */
public record CompletionEvent(
        Cursor cursor,
        ExecutionId executionId,
        LaneId lane,
        ExecutionKind kind,
        TerminalOutcome outcome,
        Optional<String> reason,
        Optional<Integer> attemptIndex,
        long epoch,
        Instant at) {}
