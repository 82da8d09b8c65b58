package io.fluxfabric.engine.r2dbc.reconcile;

import io.fluxfabric.engine.r2dbc.kit.Steps;
import io.fluxfabric.engine.r2dbc.sql.Binds;
import io.fluxfabric.engine.r2dbc.sql.Chain;
import io.fluxfabric.engine.r2dbc.sql.Session;
import io.fluxfabric.engine.r2dbc.sql.Sql;
import io.fluxfabric.engine.state.StateSql;
import io.fluxfabric.engine.state.Transition;
import reactor.core.publisher.Mono;

/** Executions whose delay is over. Those whose deadline is over too are left to that: nobody is to start them any more. */
final class DelayedExecutions implements Pass {

    private static final String DUE = "delay_until_ms <= {NOW} AND (deadline_at_ms IS NULL OR deadline_at_ms > {NOW})";

    private final ReconcileFilter filter;
    private final Sql lag;
    private final Chain promote;

    DelayedExecutions(ReconcileFilter filter) {
        String due = DUE + filter.condition();
        this.filter = filter;
        this.lag = Sql.of(
                "SELECT {NOW} - min(delay_until_ms) AS lag_ms FROM ff_exec_core WHERE " + due + " AND :batch > 0");
        this.promote = Chain.of(Steps.moved("promoted"), """
                WITH due AS (SELECT partition_key AS p_partition, execution_id AS p_execution FROM ff_exec_core
                              WHERE %1$s ORDER BY delay_until_ms LIMIT :batch {SKIP_LOCKED})
                UPDATE ff_exec_core
                   SET %2$s, %3$s, delay_until_ms = NULL, blocking_detail = NULL
                  FROM due
                 WHERE partition_key = p_partition AND execution_id = p_execution AND %4$s AND %1$s
                RETURNING %5$s""".formatted(
                                due,
                                StateSql.plain().assignments(Transition.PROMOTE),
                                Steps.STAMP,
                                StateSql.plain().gate(Transition.PROMOTE),
                                Steps.RETURNING))
                .then(Steps.countMoves("promoted"));
    }

    Chain promote() {
        return promote;
    }

    @Override
    public Binds binds(int batch) {
        return filter.binds(batch);
    }

    @Override
    public Sql lag() {
        return lag;
    }

    @Override
    public Mono<Batch> batch(Session session, int size) {
        return session.chain(promote, filter.binds(size), row -> 1)
                .map(promoted -> new Batch(promoted.size(), promoted.size()));
    }
}
