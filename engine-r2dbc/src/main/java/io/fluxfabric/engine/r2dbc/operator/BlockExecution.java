package io.fluxfabric.engine.r2dbc.operator;

import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.limits.TextRule;
import io.fluxfabric.engine.operator.Order;
import io.fluxfabric.engine.r2dbc.kit.Kit;
import io.fluxfabric.engine.r2dbc.kit.LockedRows;
import io.fluxfabric.engine.r2dbc.kit.OperatorEvents;
import io.fluxfabric.engine.r2dbc.kit.Steps;
import io.fluxfabric.engine.r2dbc.sql.Binds;
import io.fluxfabric.engine.r2dbc.sql.Chain;
import io.fluxfabric.engine.r2dbc.sql.Session;
import io.fluxfabric.engine.state.BlockingReason;
import io.fluxfabric.engine.state.StateSql;
import io.fluxfabric.engine.state.Transition;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import reactor.core.publisher.Mono;

/** Holds an execution back that waits for its turn, and lets it go again. What the next claim starts stays as it was. */
final class BlockExecution {

    private static final Map<Transition, Chain> BLOCK = new EnumMap<>(Transition.class);

    static {
        for (Transition transition : List.of(
                Transition.BLOCK_FOR_BUDGET,
                Transition.BLOCK_FOR_QUOTA,
                Transition.BLOCK_FOR_ROUTE,
                Transition.BLOCK_FOR_LANE,
                Transition.BLOCK_BY_OPERATOR)) {
            BLOCK.put(transition, move(transition, "NULLIF(CAST(:detail AS text), '')", "blocked"));
        }
    }

    private static final Chain UNBLOCK = move(Transition.UNBLOCK, "NULL", "unblocked");

    private static Chain move(Transition transition, String detail, String event) {
        return Chain.of(Steps.moved("moved"), """
                UPDATE ff_exec_core SET %s, %s, blocking_detail = %s
                  FROM %s WHERE %s
                RETURNING %s""".formatted(
                                StateSql.plain().assignments(transition),
                                Steps.STAMP,
                                detail,
                                LockedRows.ROWS,
                                LockedRows.are(transition),
                                Steps.RETURNING))
                .then(OperatorEvents.step("moved", event))
                .then(Steps.countMoves("moved"));
    }

    private final Kit kit;

    BlockExecution(Kit kit) {
        this.kit = kit;
    }

    Mono<Void> block(ExecutionId id, BlockingReason reason, String detail, Order order) {
        return Mono.defer(() -> {
            Transition transition = Transition.block(reason);
            TextRule.BLOCKING_DETAIL.check("detail", detail);
            return LockedExecution.with(
                            kit,
                            "operator.block",
                            id,
                            (session, found) -> block(session, found, transition, reason, detail, order))
                    .then();
        });
    }

    private static Mono<ExecutionId> block(
            Session session,
            LockedExecution found,
            Transition transition,
            BlockingReason reason,
            String detail,
            Order order) {
        if (!transition.admits(found.state())) {
            return refused(found, "cannot be blocked");
        }
        if (found.state().equals(transition.apply(found.state()))
                && found.blockingDetail().equals(detail)) {
            return Mono.just(found.id());
        }
        Map<String, ?> details = Map.of("reason", reason.literal());
        Binds binds = OperatorEvents.bind(Binds.rows("d", found.rows()), order, details)
                .and("detail", detail);
        return session.chain(Objects.requireNonNull(BLOCK.get(transition)), binds, row -> found.id())
                .map(rows -> rows.get(0));
    }

    Mono<Void> unblock(ExecutionId id, Optional<BlockingReason> expected, Order order) {
        return LockedExecution.with(
                        kit, "operator.unblock", id, (session, found) -> unblock(session, found, expected, order))
                .then();
    }

    private static Mono<ExecutionId> unblock(
            Session session, LockedExecution found, Optional<BlockingReason> expected, Order order) {
        BlockingReason reason = found.state().blocking();
        if (!Transition.UNBLOCK.admits(found.state())) {
            return refused(found, "cannot be unblocked");
        }
        if (expected.isPresent() && expected.get() != reason) {
            return refused(found, "is not blocked for " + expected.get().literal());
        }
        Binds binds = OperatorEvents.bind(Binds.rows("d", found.rows()), order, Map.of("reason", reason.literal()));
        return session.chain(UNBLOCK, binds, row -> found.id()).map(rows -> rows.get(0));
    }

    private static Mono<ExecutionId> refused(LockedExecution found, String problem) {
        return Mono.error(found.terminal() ? found.notActive() : found.notEligible(problem));
    }
}
