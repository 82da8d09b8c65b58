package io.fluxfabric.engine.r2dbc.operator;

import io.fluxfabric.engine.execution.Cancelled;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.operator.Order;
import io.fluxfabric.engine.r2dbc.kit.Kit;
import io.fluxfabric.engine.r2dbc.kit.LockedRows;
import io.fluxfabric.engine.r2dbc.kit.OperatorEvents;
import io.fluxfabric.engine.r2dbc.kit.Steps;
import io.fluxfabric.engine.r2dbc.sql.Binds;
import io.fluxfabric.engine.r2dbc.sql.Chain;
import io.fluxfabric.engine.r2dbc.sql.Session;
import io.fluxfabric.engine.state.StateSql;
import io.fluxfabric.engine.state.TerminalOutcome;
import io.fluxfabric.engine.state.Transition;
import java.time.Instant;
import java.util.Map;
import reactor.core.publisher.Mono;

/** Ends an execution that has not ended, whoever holds it. */
final class CancelExecution {

    private static final Chain CANCEL = Chain.of(Steps.moved("ended"), """
            UPDATE ff_exec_core
               SET %s, %s, cancellation_reason = CAST(:reason AS text), cancelled_by = :actor
              FROM %s WHERE %s
            RETURNING %s""".formatted(
                            StateSql.plain().assignments(Transition.CANCEL),
                            LockedRows.ENDED,
                            LockedRows.ROWS,
                            LockedRows.are(Transition.CANCEL),
                            Steps.RETURNING))
            .then(LockedRows.attempts(
                    "ended", "lifecycle = 'ended_cancelled', outcome = 'cancelled', ended_at_ms = e_at"))
            .then(LockedRows.leaseEvents("ended", "revoked", "'cancelled'"))
            .then(Steps.completionEvents("ended", "CAST(:reason AS text)"))
            .then(OperatorEvents.step("ended", "cancelled"))
            .then(Steps.countMoves("ended"));

    private final Kit kit;

    CancelExecution(Kit kit) {
        this.kit = kit;
    }

    Mono<Cancelled> run(ExecutionId id, Order order) {
        return LockedExecution.with(kit, "operator.cancel", id, (session, found) -> decide(session, found, order));
    }

    private Mono<Cancelled> decide(Session session, LockedExecution found, Order order) {
        if (found.state().outcome() == TerminalOutcome.CANCELLED) {
            return Mono.just(new Cancelled(found.id(), found.terminalAt().orElseThrow()));
        }
        return found.terminal() ? Mono.error(found.notActive()) : apply(session, found, order);
    }

    private Mono<Cancelled> apply(Session session, LockedExecution found, Order order) {
        Map<String, ?> details =
                Map.of("public_state", found.state().publicState().literal());
        Binds binds = OperatorEvents.bind(Binds.rows("d", found.rows()), order, details);
        return session.chain(CANCEL, binds, row -> new Cancelled(found.id(), Instant.ofEpochMilli(row.number("at_ms"))))
                .map(rows -> rows.get(0));
    }
}
