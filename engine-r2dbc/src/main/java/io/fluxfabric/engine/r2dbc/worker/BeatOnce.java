package io.fluxfabric.engine.r2dbc.worker;

import io.fluxfabric.engine.id.WorkerInstanceId;
import io.fluxfabric.engine.r2dbc.kit.Kit;
import io.fluxfabric.engine.r2dbc.kit.WorkerRows;
import io.fluxfabric.engine.r2dbc.sql.RowReader;
import io.fluxfabric.engine.r2dbc.sql.Sql;
import io.fluxfabric.engine.worker.HeartbeatOutcome;
import io.fluxfabric.engine.worker.HeartbeatOutcome.NotRegistered;
import io.fluxfabric.engine.worker.HeartbeatOutcome.Refreshed;
import java.time.Instant;
import reactor.core.publisher.Mono;

/** Notes that an instance is still there: one statement that changes no index and writes no event. The dead stay dead. */
final class BeatOnce {

    /** What the statement returns. */
    static final String COLUMNS = "beat_until_ms bigint, beat_draining integer";

    static final String STATEMENT = """
            UPDATE ff_worker_registry SET last_heartbeat_ms = {NOW}
             WHERE %s AND %s
            RETURNING last_heartbeat_ms + liveness_ttl_ms AS beat_until_ms, draining AS beat_draining""".formatted(WorkerRows.THE_INSTANCE, WorkerRows.ALIVE);

    private static final Sql BEAT = Sql.of(STATEMENT);

    private final Kit kit;

    BeatOnce(Kit kit) {
        this.kit = kit;
    }

    Mono<HeartbeatOutcome> run(WorkerInstanceId instance) {
        return kit.tx()
                .upkeep(
                        "worker.heartbeat",
                        session ->
                                session.one(BEAT, kit.binds().and("instance", instance.value()), BeatOnce::refreshed))
                .defaultIfEmpty(new NotRegistered());
    }

    static HeartbeatOutcome refreshed(RowReader row) {
        return new Refreshed(Instant.ofEpochMilli(row.number("beat_until_ms")), row.integer("beat_draining") == 1);
    }
}
