package io.fluxfabric.engine.r2dbc.event;

import io.fluxfabric.engine.event.Cursor;
import io.fluxfabric.engine.event.WorkerEvent;
import io.fluxfabric.engine.id.WorkerIdentity;
import io.fluxfabric.engine.r2dbc.sql.RowReader;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/** The stream of what the registry learned about workers. */
final class WorkerEvents {

    static final EventStream<WorkerEvent> STREAM = new EventStream<>(
            "workers",
            EventStream.readingOnly("ff_worker_registry_event", "event_type, worker_id, worker_instance_id"),
            WorkerEvents::event);

    private WorkerEvents() {}

    private static WorkerEvent event(RowReader row, Cursor cursor) {
        return new WorkerEvent(
                cursor,
                WorkerIdentity.of(row.text("worker_id"), row.text("worker_instance_id")),
                WorkerEvent.Type.valueOf(row.text("event_type").toUpperCase(Locale.ROOT)),
                Optional.ofNullable(row.textOrNull("reason")),
                Instant.ofEpochMilli(row.number("occurred_at_ms")));
    }
}
