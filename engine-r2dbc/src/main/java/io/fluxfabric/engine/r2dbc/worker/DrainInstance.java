package io.fluxfabric.engine.r2dbc.worker;

import io.fluxfabric.engine.id.WorkerInstanceId;
import io.fluxfabric.engine.r2dbc.kit.Kit;
import io.fluxfabric.engine.r2dbc.kit.WorkerRows;
import io.fluxfabric.engine.r2dbc.sql.Binds;
import io.fluxfabric.engine.r2dbc.sql.Chain;
import io.fluxfabric.engine.r2dbc.sql.Session;
import io.fluxfabric.engine.r2dbc.sql.Sql;
import io.fluxfabric.engine.worker.DrainOutcome;
import reactor.core.publisher.Mono;

/** Says whether an instance gets new work. Saying it again changes nothing and writes no event. */
final class DrainInstance {

    private static final Chain CHANGE = Chain.of(
                    "changed(" + WorkerRows.COLUMNS + ")", """
            UPDATE ff_worker_registry SET draining = :draining
             WHERE %s AND %s AND draining <> :draining
            RETURNING namespace, worker_instance_id, worker_id, {NOW} AS at_ms""".formatted(WorkerRows.THE_INSTANCE, WorkerRows.ALIVE))
            .then(WorkerRows.event("changed", "CAST(:event AS text)", "NULL"));

    private static final Sql IS_ALIVE = Sql.of("SELECT 1 AS alive FROM ff_worker_registry WHERE %s AND %s"
            .formatted(WorkerRows.THE_INSTANCE, WorkerRows.ALIVE));

    private final Kit kit;

    DrainInstance(Kit kit) {
        this.kit = kit;
    }

    Mono<DrainOutcome> drain(WorkerInstanceId instance) {
        return change("worker.drain", instance, 1, "draining", DrainOutcome.DRAINING);
    }

    Mono<DrainOutcome> resume(WorkerInstanceId instance) {
        return change("worker.resume", instance, 0, "resumed", DrainOutcome.WORKING);
    }

    private Mono<DrainOutcome> change(
            String operation, WorkerInstanceId instance, int draining, String event, DrainOutcome done) {
        Binds binds = kit.binds()
                .and("instance", instance.value())
                .and("draining", draining)
                .and("event", event);
        return kit.tx()
                .write(
                        operation,
                        session -> session.chain(CHANGE, binds, row -> done)
                                .flatMap(changed ->
                                        changed.isEmpty() ? unchanged(session, binds, done) : Mono.just(done)));
    }

    private static Mono<DrainOutcome> unchanged(Session session, Binds binds, DrainOutcome done) {
        return session.one(IS_ALIVE, binds, row -> done).defaultIfEmpty(DrainOutcome.NOT_REGISTERED);
    }
}
