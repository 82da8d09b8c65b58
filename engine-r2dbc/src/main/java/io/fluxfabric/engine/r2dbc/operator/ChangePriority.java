package io.fluxfabric.engine.r2dbc.operator;

import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.id.Priority;
import io.fluxfabric.engine.operator.Order;
import io.fluxfabric.engine.operator.PriorityChanged;
import io.fluxfabric.engine.r2dbc.kit.Kit;
import io.fluxfabric.engine.r2dbc.kit.LockedRows;
import io.fluxfabric.engine.r2dbc.kit.OperatorEvents;
import io.fluxfabric.engine.r2dbc.sql.Binds;
import io.fluxfabric.engine.r2dbc.sql.Chain;
import io.fluxfabric.engine.r2dbc.sql.Session;
import io.fluxfabric.engine.state.Transition;
import java.util.Map;
import reactor.core.publisher.Mono;

/** Gives an execution that has not ended another priority. Nothing moves, so nothing but the mutation is stamped. */
final class ChangePriority {

    private static final Chain CHANGE = Chain.of(
                    """
                    changed(partition_key integer, execution_id uuid, namespace text, lane_id text, instance_tag text, \
                    at_ms bigint)""", """
            UPDATE ff_exec_core
               SET priority = :priority, last_mutation_at_ms = {NOW}, version = version + 1
              FROM %s WHERE %s
            RETURNING partition_key, execution_id, namespace, lane_id, instance_tag, last_mutation_at_ms AS at_ms""".formatted(LockedRows.ROWS, LockedRows.are(Transition.CHANGE_PRIORITY)))
            .then(OperatorEvents.step("changed", "priority_changed"));

    private final Kit kit;

    ChangePriority(Kit kit) {
        this.kit = kit;
    }

    Mono<PriorityChanged> run(ExecutionId id, Priority priority, Order order) {
        return LockedExecution.with(
                kit,
                "operator.changePriority",
                id,
                (session, found) -> found.terminal()
                        ? Mono.error(found.notEligible("has no turn to wait for"))
                        : apply(session, found, priority, order));
    }

    private static Mono<PriorityChanged> apply(Session session, LockedExecution found, Priority priority, Order order) {
        Map<String, ?> details = Map.of("old", found.priority(), "new", priority);
        Binds binds = OperatorEvents.bind(Binds.rows("d", found.rows()), order, details)
                .and("priority", priority.value());
        return session.chain(CHANGE, binds, row -> new PriorityChanged(found.id(), found.priority(), priority))
                .map(rows -> rows.get(0));
    }
}
