package io.fluxfabric.engine.r2dbc.execution;

import io.fluxfabric.engine.id.Capabilities;
import io.fluxfabric.engine.id.LaneId;
import io.fluxfabric.engine.r2dbc.kit.JsonTexts;
import io.fluxfabric.engine.r2dbc.sql.RowReader;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The registered workers that serve a lane: those alive, and those that were. */
record LaneWorkers(List<Entry> alive, List<Entry> gone) {

    /** One worker instance as the registry has it. */
    record Entry(String instance, List<String> lanes, Capabilities offered, long lastSeenMs, boolean isAlive) {

        static Entry of(RowReader row) {
            return new Entry(
                    row.text("worker_instance_id"),
                    JsonTexts.array("lanes", row.text("lanes")),
                    Capabilities.offered(JsonTexts.array("capabilities", row.text("capabilities"))),
                    row.number("last_heartbeat_ms"),
                    row.number("alive") == 1);
        }
    }

    static LaneWorkers of(LaneId lane, List<Entry> all) {
        List<Entry> serving = all.stream()
                .filter(entry -> entry.lanes().contains(lane.value()))
                .toList();
        return new LaneWorkers(
                serving.stream().filter(Entry::isAlive).toList(),
                serving.stream().filter(entry -> !entry.isAlive()).toList());
    }

    int capable(Capabilities required) {
        return (int)
                alive.stream().filter(entry -> entry.offered().cover(required)).count();
    }

    /** What the worker that comes closest lacks; everything if there is none. */
    Capabilities missing(Capabilities required) {
        return alive.stream()
                .map(entry -> entry.offered().missing(required))
                .min(Comparator.comparing(missing -> missing.tokens().size()))
                .orElse(required);
    }

    /** Who offered all of it and is not there any more. */
    Optional<Entry> lastSeen(Capabilities required) {
        return gone.stream()
                .filter(entry -> entry.offered().cover(required))
                .max(Comparator.comparingLong(Entry::lastSeenMs));
    }
}
