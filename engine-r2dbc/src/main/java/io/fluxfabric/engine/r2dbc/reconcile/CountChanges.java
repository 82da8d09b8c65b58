package io.fluxfabric.engine.r2dbc.reconcile;

import io.fluxfabric.engine.r2dbc.sql.Binds;
import io.fluxfabric.engine.r2dbc.sql.Chain;
import io.fluxfabric.engine.r2dbc.sql.Session;
import io.fluxfabric.engine.r2dbc.sql.Sql;
import reactor.core.publisher.Mono;

/**
 * Changes of the counts per lane, which are added to the counts and then gone. Whoever adds the counts up sees a change in one place
 * or in the other, because it moves in one transaction.
 */
final class CountChanges implements Pass {

    private static final Sql ANY =
            Sql.of("SELECT 0 AS lag_ms WHERE EXISTS (SELECT 1 FROM ff_lane_count_change WHERE :batch > 0)");

    /** The counts are taken in the order of their key, so that two nodes that fold at once do not wait for each other in a circle. */
    private static final Chain FOLD = Chain.of(
                    "gone(namespace text, lane_id text, public_state text, change bigint)", """
            DELETE FROM ff_lane_count_change
             WHERE {ROW_ID} IN (SELECT {ROW_ID} FROM ff_lane_count_change LIMIT :batch {SKIP_LOCKED})
            RETURNING namespace, lane_id, public_state, change""")
            .then("""
            INSERT INTO ff_lane_count (namespace, lane_id, public_state, executions)
            SELECT namespace, lane_id, public_state, sum(change) FROM {STEP gone} WHERE 1 = 1
             GROUP BY namespace, lane_id, public_state
             ORDER BY namespace, lane_id, public_state
            ON CONFLICT (namespace, lane_id, public_state) DO UPDATE
               SET executions = ff_lane_count.executions + excluded.executions""");

    @Override
    public Sql lag() {
        return ANY;
    }

    @Override
    public Mono<Batch> batch(Session session, int size) {
        return session.chain(FOLD, Binds.of("batch", size), row -> 1).map(gone -> new Batch(gone.size(), gone.size()));
    }
}
