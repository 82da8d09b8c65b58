package io.fluxfabric.engine.r2dbc.grant;

import io.fluxfabric.engine.id.Capabilities;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.id.LaneId;
import io.fluxfabric.engine.r2dbc.kit.StoredState;
import io.fluxfabric.engine.r2dbc.sql.RowReader;
import io.fluxfabric.engine.state.LaneState;
import io.fluxfabric.engine.state.StateSql;
import io.fluxfabric.engine.state.StateVector;
import java.util.Optional;

/**
 * An execution for which somebody wants a grant, its row locked until that is decided.
 *
 * @param key what signs the grant; a database that was never prepared has none
 * @param nowMs the database's time when it was locked
 */
public record Grantable(
        ExecutionId id,
        LaneId lane,
        LaneState laneState,
        StateVector state,
        Capabilities required,
        Optional<SigningKey> key,
        long nowMs) {

    /** The columns it is made of, where {@code ff_exec_core} has no other name. */
    public static final String COLUMNS = """
            partition_key, execution_id, lane_id, %s,
            (SELECT l.state FROM ff_lane_registry l
              WHERE l.namespace = ff_exec_core.namespace AND l.lane_id = ff_exec_core.lane_id) AS lane_state,
            (SELECT r.capabilities FROM ff_route r WHERE r.route_id = ff_exec_core.route_id) AS required,
            (SELECT k.kid FROM ff_signing_key k WHERE k.active = 1) AS kid,
            (SELECT k.secret FROM ff_signing_key k WHERE k.active = 1) AS secret,
            {NOW} AS at_ms""".formatted(StateSql.plain().columns());

    public static Grantable of(RowReader row) {
        String required = row.text("required");
        byte[] secret = row.bytesOrNull("secret");
        return new Grantable(
                ExecutionId.of(row.integer("partition_key"), row.uuid("execution_id")),
                LaneId.of(row.text("lane_id")),
                LaneState.parse(row.text("lane_state")),
                StoredState.of(row).vector(),
                required.isEmpty() ? Capabilities.none() : Capabilities.required(required.split(",", -1)),
                secret == null ? Optional.empty() : Optional.of(new SigningKey(row.text("kid"), secret)),
                row.number("at_ms"));
    }
}
