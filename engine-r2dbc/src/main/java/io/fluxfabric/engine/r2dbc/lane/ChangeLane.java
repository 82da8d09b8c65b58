package io.fluxfabric.engine.r2dbc.lane;

import io.fluxfabric.engine.id.LaneId;
import io.fluxfabric.engine.lane.Lane;
import io.fluxfabric.engine.operator.Order;
import io.fluxfabric.engine.r2dbc.kit.Kit;
import io.fluxfabric.engine.r2dbc.kit.OperatorEvents;
import io.fluxfabric.engine.r2dbc.sql.Binds;
import io.fluxfabric.engine.r2dbc.sql.Chain;
import io.fluxfabric.engine.state.LaneState;
import java.util.List;
import java.util.Map;
import reactor.core.publisher.Mono;

/**
 * Gives a lane another state, and registers it first if nobody has. A lane that is in the state already stays as it is, with the
 * reason it has, and there is no event.
 */
final class ChangeLane {

    private static final Chain CHANGE = Chain.of(
                    "changed(lane_id text, state text, registered_at_ms bigint, state_reason text, at_ms bigint)",
                    """
            INSERT INTO ff_lane_registry (namespace, lane_id, state, registered_at_ms, registered_by, state_changed_at_ms,
                                          state_changed_by, state_reason)
            VALUES (:namespace, :lane, :state, {NOW}, :actor, {NOW}, :actor, CAST(:reason AS text))
            ON CONFLICT (namespace, lane_id) DO UPDATE
               SET state = excluded.state, state_changed_at_ms = excluded.state_changed_at_ms,
                   state_changed_by = excluded.state_changed_by, state_reason = excluded.state_reason
             WHERE ff_lane_registry.state <> excluded.state
            RETURNING %s, state_changed_at_ms AS at_ms""".formatted(ListLanes.COLUMNS))
            .then("""
            INSERT INTO ff_operator_event (partition_key, namespace, lane_id, event_type, actor, reason, details,
                                           occurred_at_ms)
            SELECT 0, CAST(:namespace AS text), lane_id, CAST(:event AS text), CAST(:actor AS text), CAST(:reason AS text),
                   CAST(:details AS text), at_ms
              FROM {STEP changed}""");

    private final Kit kit;
    private final ListLanes lanes;

    ChangeLane(Kit kit, ListLanes lanes) {
        this.kit = kit;
        this.lanes = lanes;
    }

    Mono<Lane> to(LaneState state, String lane, Order order) {
        return Mono.defer(() -> {
            LaneId id = LaneId.of(lane);
            Binds binds = OperatorEvents.bind(kit.binds(), order, Map.of("state", state.literal()))
                    .and("lane", id.value())
                    .and("state", state.literal())
                    .and("event", event(state));
            return kit.tx()
                    .chain("lane." + state.literal(), CHANGE, binds, ListLanes::lane)
                    .flatMap(changed -> changed.isEmpty() ? lanes.one(id) : only(changed));
        });
    }

    private static Mono<Lane> only(List<Lane> changed) {
        return Mono.just(changed.get(0));
    }

    private static String event(LaneState state) {
        return switch (state) {
            case ACTIVE -> "lane_resumed";
            case PAUSED -> "lane_paused";
            case DRAINING -> "lane_draining";
            case DISABLED -> "lane_disabled";
        };
    }
}
