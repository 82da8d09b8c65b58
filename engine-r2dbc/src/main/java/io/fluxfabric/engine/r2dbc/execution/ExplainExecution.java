package io.fluxfabric.engine.r2dbc.execution;

import io.fluxfabric.engine.execution.Explanation;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.limits.Limit;
import io.fluxfabric.engine.r2dbc.kit.Kit;
import io.fluxfabric.engine.r2dbc.sql.Binds;
import io.fluxfabric.engine.r2dbc.sql.Session;
import io.fluxfabric.engine.r2dbc.sql.Sql;
import io.fluxfabric.engine.state.StateSql;
import io.fluxfabric.engine.state.Transition;
import reactor.core.publisher.Mono;

/**
 * Finds out why an execution is not running.
 *
 * <ol>
 *   <li>Read its state and that of its lane. Mostly that is the answer.
 *   <li>If only a worker is wanting, read the workers of the namespace, and how many executions of the lane come before it.
 * </ol>
 */
final class ExplainExecution {

    private static final Sql FACTS = Sql.of("""
            SELECT e.partition_key, e.execution_id, e.lane_id, e.priority, e.created_at_ms, %s, e.blocking_detail,
                   e.delay_until_ms, e.terminal_at_ms, e.lease_worker_id, e.lease_worker_instance_id, e.lease_expires_at_ms,
                   e.failure_reason, e.cancellation_reason, e.retry_count, r.capabilities, lane.state AS lane_state,
                   lane.state_reason AS lane_reason, {NOW} AS now_ms
              FROM ff_exec_core e JOIN ff_route r ON r.route_id = e.route_id
              JOIN ff_lane_registry lane ON lane.namespace = e.namespace AND lane.lane_id = e.lane_id
             WHERE e.partition_key = :partition AND e.execution_id = :execution AND e.namespace = :namespace""".formatted(StateSql.of("e").columns()));

    /** Those alive first, so that the bound leaves out the dead before anybody else. */
    private static final Sql WORKERS = Sql.of("""
            SELECT worker_id, worker_instance_id, lanes, capabilities, last_heartbeat_ms,
                   CASE WHEN draining = 0 AND last_heartbeat_ms + liveness_ttl_ms > {NOW} THEN 1 ELSE 0 END AS alive
              FROM ff_worker_registry WHERE namespace = :namespace
             ORDER BY alive DESC, last_heartbeat_ms DESC LIMIT :rows""");

    /** Counted up to a bound: whether ten thousand or a million are ahead, the answer is that it takes long. */
    private static final Sql AHEAD = Sql.of("""
            SELECT count(*) AS ahead
              FROM (SELECT 1 FROM ff_route r JOIN ff_exec_core x ON x.route_id = r.route_id
                     WHERE r.namespace = :namespace AND r.lane_id = :lane AND %s
                       AND (x.priority > :priority OR (x.priority = :priority
                            AND (x.created_at_ms, x.execution_id) < (:created, :execution)))
                     LIMIT :rows) AS others""".formatted(StateSql.of("x").gate(Transition.CLAIM)));

    private final Kit kit;

    ExplainExecution(Kit kit) {
        this.kit = kit;
    }

    Mono<Explanation> run(ExecutionId id) {
        return Mono.defer(() -> kit.tx()
                .read(
                        "execution.explain",
                        session -> session.one(FACTS, kit.binds(id), Situation::of)
                                .flatMap(situation -> explained(session, situation))));
    }

    private Mono<Explanation> explained(Session session, Situation situation) {
        return situation.explained().map(Mono::just).orElseGet(() -> waiting(session, situation));
    }

    private Mono<Explanation> waiting(Session session, Situation situation) {
        return workers(session, situation)
                .flatMap(workers -> ahead(session, situation).map(ahead -> situation.waiting(workers, ahead)));
    }

    private Mono<LaneWorkers> workers(Session session, Situation situation) {
        return session.list(
                        WORKERS, kit.binds().and("rows", kit.limits().get(Limit.WORKERS_PAGE)), LaneWorkers.Entry::of)
                .map(entries -> LaneWorkers.of(situation.lane(), entries));
    }

    private Mono<Long> ahead(Session session, Situation situation) {
        Binds binds = kit.binds()
                .and("lane", situation.lane().value())
                .and("priority", situation.priority())
                .and("created", situation.createdAtMs())
                .and("execution", situation.id().uuid())
                .and("rows", Situation.COUNTED_AHEAD);
        return session.one(AHEAD, binds, row -> row.number("ahead"));
    }
}
