package io.fluxfabric.engine.r2dbc.worker;

import io.fluxfabric.engine.id.WorkerInstanceId;
import io.fluxfabric.engine.r2dbc.coalesce.Batch;
import io.fluxfabric.engine.r2dbc.kit.Answer;
import io.fluxfabric.engine.r2dbc.kit.Kit;
import io.fluxfabric.engine.r2dbc.kit.WorkerRows;
import io.fluxfabric.engine.r2dbc.sql.RowReader;
import io.fluxfabric.engine.r2dbc.sql.Rows;
import io.fluxfabric.engine.r2dbc.sql.Sql;
import io.fluxfabric.engine.worker.HeartbeatOutcome;
import io.fluxfabric.engine.worker.HeartbeatOutcome.NotRegistered;
import io.fluxfabric.engine.worker.HeartbeatOutcome.Refreshed;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import reactor.core.publisher.Mono;

/**
 * Notes that instances are still there: one statement for any number, which changes no index and writes no event. The dead stay
 * dead.
 */
final class BeatOnce implements Batch<WorkerInstanceId, HeartbeatOutcome> {

    /** What the statement returns. */
    static final String COLUMNS = "beat_instance text, beat_until_ms bigint, beat_draining integer";

    static final String STATEMENT = """
            UPDATE ff_worker_registry SET last_heartbeat_ms = {NOW}
              FROM {ROWS b(b_instance text)}
             WHERE namespace = :namespace AND worker_instance_id = b_instance AND %s
            RETURNING worker_instance_id AS beat_instance, last_heartbeat_ms + liveness_ttl_ms AS beat_until_ms,
                      draining AS beat_draining""".formatted(WorkerRows.ALIVE);

    private static final Sql BEAT = Sql.of(STATEMENT);

    private final Kit kit;

    BeatOnce(Kit kit) {
        this.kit = kit;
    }

    /** What became of each. */
    Mono<Map<WorkerInstanceId, HeartbeatOutcome>> run(Collection<WorkerInstanceId> instances) {
        return kit.tx()
                .upkeep(
                        operation(),
                        session -> session.list(
                                BEAT,
                                kit.binds().andRows("b", rows(instances)),
                                row -> Map.entry(WorkerInstanceId.of(row.text("beat_instance")), refreshed(row))))
                .map(alive -> {
                    Map<WorkerInstanceId, HeartbeatOutcome> outcomes =
                            alive.stream().collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
                    instances.forEach(instance -> outcomes.putIfAbsent(instance, new NotRegistered()));
                    return outcomes;
                });
    }

    static Rows rows(Collection<WorkerInstanceId> instances) {
        return Rows.of(instances, instance -> Rows.row(instance.value()));
    }

    static HeartbeatOutcome refreshed(RowReader row) {
        return new Refreshed(Instant.ofEpochMilli(row.number("beat_until_ms")), row.integer("beat_draining") == 1);
    }

    @Override
    public String operation() {
        return "worker.heartbeat";
    }

    @Override
    public Mono<List<Answer<HeartbeatOutcome>>> serve(List<WorkerInstanceId> instances) {
        return run(instances)
                .map(outcomes -> instances.stream()
                        .map(instance -> Answer.of(Objects.requireNonNull(outcomes.get(instance))))
                        .toList());
    }

    @Override
    public Object identity(WorkerInstanceId instance) {
        return instance;
    }
}
