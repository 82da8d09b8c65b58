package io.fluxfabric.engine.r2dbc.event;

import io.fluxfabric.engine.event.CompletionEvent;
import io.fluxfabric.engine.event.Cursor;
import io.fluxfabric.engine.id.ExecutionKind;
import io.fluxfabric.engine.id.LaneId;
import io.fluxfabric.engine.r2dbc.sql.RowReader;
import io.fluxfabric.engine.state.TerminalOutcome;
import java.time.Instant;
import java.util.Optional;

/** The stream of ends. */
final class CompletionEvents {

    static final EventStream<CompletionEvent> STREAM = new EventStream<>(
            "completions",
            EventStream.reading("ff_completion_event", "lane_id, execution_kind, outcome, attempt_index, lease_epoch"),
            CompletionEvents::event);

    private CompletionEvents() {}

    private static CompletionEvent event(RowReader row, Cursor cursor) {
        return new CompletionEvent(
                cursor,
                EventStream.executionId(row),
                LaneId.of(row.text("lane_id")),
                ExecutionKind.of(row.text("execution_kind")),
                TerminalOutcome.parse(row.text("outcome")),
                Optional.ofNullable(row.textOrNull("reason")),
                Optional.ofNullable(row.integerOrNull("attempt_index")),
                row.number("lease_epoch"),
                Instant.ofEpochMilli(row.number("occurred_at_ms")));
    }
}
