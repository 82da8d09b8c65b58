package io.fluxfabric.engine.event;

import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.id.LaneId;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * An operator did something to an execution or a lane.
 *
 * @param type such as {@code priority_changed}
 * @param details what changed, such as {@code old} and {@code new}
 */
public record OperatorEvent(
        Cursor cursor,
        String type,
        Optional<ExecutionId> executionId,
        Optional<LaneId> lane,
        String actor,
        Optional<String> reason,
        Map<String, String> details,
        Instant at) {

    public OperatorEvent {
        details = Map.copyOf(details);
    }
}
