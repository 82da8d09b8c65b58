package io.fluxfabric.engine.r2dbc.event;

import io.fluxfabric.engine.event.Cursor;
import io.fluxfabric.engine.event.LeaseEvent;
import io.fluxfabric.engine.id.WorkerIdentity;
import io.fluxfabric.engine.r2dbc.sql.RowReader;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/** The stream of leases that began or ended. */
final class LeaseEvents {

    static final EventStream<LeaseEvent> STREAM = new EventStream<>(
            "leases",
            EventStream.reading(
                    "ff_lease_event", "event_type, attempt_index, lease_epoch, worker_id, worker_instance_id"),
            LeaseEvents::event);

    private LeaseEvents() {}

    private static LeaseEvent event(RowReader row, Cursor cursor) {
        return new LeaseEvent(
                cursor,
                EventStream.executionId(row),
                LeaseEvent.Type.valueOf(row.text("event_type").toUpperCase(Locale.ROOT)),
                Optional.ofNullable(row.textOrNull("reason")),
                row.integer("attempt_index"),
                row.number("lease_epoch"),
                holder(row),
                Instant.ofEpochMilli(row.number("occurred_at_ms")));
    }

    private static Optional<WorkerIdentity> holder(RowReader row) {
        String worker = row.textOrNull("worker_id");
        String instance = row.textOrNull("worker_instance_id");
        return worker == null || instance == null ? Optional.empty() : Optional.of(WorkerIdentity.of(worker, instance));
    }
}
