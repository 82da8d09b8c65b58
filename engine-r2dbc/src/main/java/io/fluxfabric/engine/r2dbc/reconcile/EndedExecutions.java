package io.fluxfabric.engine.r2dbc.reconcile;

import io.fluxfabric.engine.r2dbc.sql.Binds;
import io.fluxfabric.engine.r2dbc.sql.Chain;
import io.fluxfabric.engine.r2dbc.sql.Session;
import io.fluxfabric.engine.r2dbc.sql.Sql;
import java.time.Duration;
import java.util.List;
import reactor.core.publisher.Mono;

/**
 * Executions that ended longer ago than they are to be remembered, with all rows that belong to them. Their idempotency keys stay until
 * the window of each is over, and their events until they are old.
 */
final class EndedExecutions implements Pass {

    /** Two conditions and not one with COALESCE, so that each has its index. */
    private final Chain forgetBySetting;

    private final Chain forgetByPolicy;
    private final Sql lag;
    private final ReconcileFilter filter;

    EndedExecutions(ReconcileFilter filter, Duration retention) {
        this.filter = filter;
        String bySetting = "terminal_at_ms IS NOT NULL AND retention_ms IS NULL" + filter.condition();
        String byPolicy = "terminal_at_ms IS NOT NULL AND retention_ms IS NOT NULL" + filter.condition();
        this.forgetBySetting = forget(bySetting, "terminal_at_ms", "{NOW} - " + retention.toMillis());
        // A sum has no type of its own in SQLite, and finds its index only beside another that has none.
        this.forgetByPolicy = forget(byPolicy, "terminal_at_ms + retention_ms", "{NOW} - 0");
        this.lag = Sql.of("""
                SELECT {NOW} - min(due) AS lag_ms
                  FROM (SELECT min(terminal_at_ms) + %1$d AS due FROM ff_exec_core
                         WHERE %2$s AND terminal_at_ms <= {NOW} - %1$d
                         UNION ALL
                        SELECT min(terminal_at_ms + retention_ms) AS due FROM ff_exec_core
                         WHERE %3$s AND terminal_at_ms + retention_ms <= {NOW} - 0) AS oldest
                 WHERE :batch > 0""".formatted(retention.toMillis(), bySetting, byPolicy));
    }

    private static Chain forget(String whose, String from, String until) {
        return Chain.of(
                        "gone(partition_key integer, execution_id uuid, namespace text, lane_id text, public_state text)",
                        """
                        DELETE FROM ff_exec_core
                         WHERE {ROW_ID} IN (SELECT {ROW_ID} FROM ff_exec_core WHERE %1$s AND %2$s <= %3$s
                                             ORDER BY %2$s LIMIT :batch {SKIP_LOCKED})
                           AND %1$s AND %2$s <= %3$s
                        RETURNING partition_key, execution_id, namespace, lane_id, public_state""".formatted(whose, from, until))
                .then(childrenOf("ff_attempt"))
                .then(childrenOf("ff_execution_tag"))
                .then(childrenOf("ff_claim_grant"))
                .then("""
                        INSERT INTO ff_lane_count_change (namespace, lane_id, public_state, change)
                        SELECT namespace, lane_id, public_state, -count(*) FROM {STEP gone}
                         GROUP BY namespace, lane_id, public_state""");
    }

    private static String childrenOf(String table) {
        return "DELETE FROM " + table
                + " WHERE (partition_key, execution_id) IN (SELECT partition_key, execution_id FROM {STEP gone})";
    }

    /** What finds those that say themselves how long they are remembered, and what finds the others. */
    List<String> statements() {
        return List.of(forgetByPolicy.firstStep(), forgetBySetting.firstStep());
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
        return forgotten(session, forgetBySetting, size)
                .flatMap(first -> first.scanned() == size
                        ? Mono.just(first)
                        : forgotten(session, forgetByPolicy, size).map(first::plus));
    }

    private Mono<Batch> forgotten(Session session, Chain forget, int size) {
        return session.chain(forget, filter.binds(size), row -> 1).map(gone -> new Batch(gone.size(), gone.size()));
    }
}
