package io.fluxfabric.engine.r2dbc.reconcile;

import io.fluxfabric.engine.r2dbc.kit.WorkerRows;
import io.fluxfabric.engine.r2dbc.sql.Binds;
import io.fluxfabric.engine.r2dbc.sql.Chain;
import io.fluxfabric.engine.r2dbc.sql.Session;
import io.fluxfabric.engine.r2dbc.sql.Sql;
import reactor.core.publisher.Mono;

/**
 * Instances that were silent for longer than they said they would be. First everything they hold is taken from them, then those that
 * hold nothing more are struck off, so that neither is ever more than a batch.
 */
final class LapsedWorkers implements Pass {

    private static final Sql LAG = Sql.of("""
            SELECT {NOW} - min(last_heartbeat_ms + liveness_ttl_ms) AS lag_ms FROM ff_worker_registry
             WHERE %s AND :batch > 0""".formatted(WorkerRows.LAPSED));

    /** From the few who lapsed to what they hold: SQLite takes a CROSS JOIN in the order it is written. */
    static final Sql LOCK = Sql.of("""
            SELECT %s FROM ff_worker_registry CROSS JOIN ff_exec_core
             WHERE %s AND lease_id IS NOT NULL AND ff_exec_core.namespace = ff_worker_registry.namespace
               AND ff_exec_core.lease_worker_instance_id {BYTEWISE} = ff_worker_registry.worker_instance_id
             LIMIT :batch {SKIP_LOCKED}""".formatted(Overdue.COLUMNS, WorkerRows.LAPSED));

    private static final Chain STRIKE = Chain.of("struck(" + WorkerRows.COLUMNS + ")", """
            DELETE FROM ff_worker_registry
             WHERE {ROW_ID} IN (
                   SELECT {ROW_ID} FROM ff_worker_registry
                    WHERE %1$s AND NOT EXISTS (SELECT 1 FROM ff_exec_core AS held
                           WHERE held.lease_worker_instance_id {BYTEWISE} = ff_worker_registry.worker_instance_id
                             AND held.lease_id IS NOT NULL AND held.namespace = ff_worker_registry.namespace)
                    LIMIT :batch {SKIP_LOCKED})
               AND %1$s
            RETURNING namespace, worker_instance_id, worker_id, {NOW} AS at_ms""".formatted(WorkerRows.LAPSED))
            .then(WorkerRows.event("struck", "'ttl_swept'", "NULL"));

    private final LeasesOfTheDead leases;

    LapsedWorkers(LeasesOfTheDead leases) {
        this.leases = leases;
    }

    @Override
    public Sql lag() {
        return LAG;
    }

    @Override
    public Mono<Batch> batch(Session session, int size) {
        return session.list(LOCK, Binds.of("batch", size), Overdue::of)
                .flatMap(held -> leases.take(session, held).map(taken -> new Batch(held.size(), taken)))
                .flatMap(taken -> taken.scanned() == size
                        ? Mono.just(taken)
                        : strike(session, size).map(taken::plus));
    }

    private static Mono<Batch> strike(Session session, int size) {
        return session.chain(STRIKE, Binds.of("batch", size), row -> 1)
                .map(struck -> new Batch(struck.size(), struck.size()));
    }
}
