package io.fluxfabric.engine.r2dbc.event;

import io.fluxfabric.engine.event.Cursor;
import io.fluxfabric.engine.event.OperatorEvent;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.id.LaneId;
import io.fluxfabric.engine.r2dbc.kit.JsonTexts;
import io.fluxfabric.engine.r2dbc.sql.RowReader;
import java.time.Instant;
import java.util.Optional;

/** The stream of what operators did. */
final class OperatorEvents {

    static final EventStream<OperatorEvent> STREAM = new EventStream<>(
            "operators",
            EventStream.reading("ff_operator_event", "lane_id, event_type, actor, details"),
            OperatorEvents::event);

    private OperatorEvents() {}

    private static OperatorEvent event(RowReader row, Cursor cursor) {
        return new OperatorEvent(
                cursor,
                row.text("event_type"),
                executionId(row),
                Optional.ofNullable(row.textOrNull("lane_id")).map(LaneId::of),
                row.text("actor"),
                Optional.ofNullable(row.textOrNull("reason")),
                JsonTexts.object("details", row.text("details")),
                Instant.ofEpochMilli(row.number("occurred_at_ms")));
    }

    private static Optional<ExecutionId> executionId(RowReader row) {
        return row.uuidOrNull("execution_id") == null ? Optional.empty() : Optional.of(EventStream.executionId(row));
    }
}
