package io.fluxfabric.engine.r2dbc.lane;

import io.fluxfabric.engine.id.LaneId;
import io.fluxfabric.engine.lane.LaneCount;
import io.fluxfabric.engine.r2dbc.kit.Kit;
import io.fluxfabric.engine.r2dbc.sql.RowReader;
import io.fluxfabric.engine.r2dbc.sql.Sql;
import io.fluxfabric.engine.state.PublicState;
import reactor.core.publisher.Flux;

/** Adds up what was counted and what has changed since. One statement, so a fold that runs meanwhile is seen whole or not at all. */
final class CountLanes {

    private static final Sql COUNT = Sql.of("""
            SELECT lane_id, public_state, CAST(sum(n) AS bigint) AS executions
              FROM (SELECT lane_id, public_state, executions AS n FROM ff_lane_count WHERE namespace = :namespace
                     UNION ALL
                    SELECT lane_id, public_state, change AS n FROM ff_lane_count_change WHERE namespace = :namespace) AS counted
             GROUP BY lane_id, public_state
            HAVING sum(n) <> 0
             ORDER BY lane_id {BYTEWISE}, public_state {BYTEWISE}""");

    private final Kit kit;

    CountLanes(Kit kit) {
        this.kit = kit;
    }

    Flux<LaneCount> all() {
        return kit.tx()
                .read("lane.counts", session -> session.list(COUNT, kit.binds(), CountLanes::count))
                .flatMapIterable(counts -> counts);
    }

    private static LaneCount count(RowReader row) {
        return new LaneCount(
                LaneId.of(row.text("lane_id")), PublicState.parse(row.text("public_state")), row.number("executions"));
    }
}
