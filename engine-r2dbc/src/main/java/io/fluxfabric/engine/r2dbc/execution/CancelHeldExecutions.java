package io.fluxfabric.engine.r2dbc.execution;

import io.fluxfabric.engine.execution.Cancelled;
import io.fluxfabric.engine.lease.Handle;
import io.fluxfabric.engine.limits.TextRule;
import io.fluxfabric.engine.r2dbc.kit.FencedVerb;
import io.fluxfabric.engine.r2dbc.kit.HandleFence;
import io.fluxfabric.engine.r2dbc.kit.Kit;
import io.fluxfabric.engine.r2dbc.kit.LeaseEnd;
import io.fluxfabric.engine.r2dbc.kit.Steps;
import io.fluxfabric.engine.r2dbc.sql.Chain;
import io.fluxfabric.engine.r2dbc.sql.RowReader;
import io.fluxfabric.engine.state.AttemptOutcome;
import io.fluxfabric.engine.state.StateSql;
import io.fluxfabric.engine.state.Transition;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Cancels executions by the will of their holders, any number in one chain. An operator may cancel in more states than a
 * holder can be in, so the fence asks for a held execution and not for what the transition admits.
 */
final class CancelHeldExecutions implements FencedVerb<CancelHeldExecutions.Cancellation, Cancelled> {

    record Cancellation(Handle handle, String reason) implements FencedVerb.Request {}

    private static final String HANDLES = HandleFence.handles("h_reason text");

    private static final Chain CANCEL = Chain.of(Steps.moved("cancelled"), """
            UPDATE ff_exec_core
               SET %s, %s, %s, terminal_at_ms = {NOW}, cancellation_reason = NULLIF(h_reason, ''),
                   cancelled_by = lease_worker_instance_id, blocking_detail = NULL
              FROM %s WHERE %s
            RETURNING %s""".formatted(
                            StateSql.plain().assignments(Transition.CANCEL),
                            Steps.STAMP,
                            Steps.LEASE_ENDED,
                            HANDLES,
                            HandleFence.holds(Transition.RENEW),
                            Steps.RETURNING))
            .then(Steps.attempts(HandleFence.joined("cancelled", HANDLES), """
                    lifecycle = 'ended_cancelled', outcome = 'cancelled', ended_at_ms = e_at"""))
            .then(Steps.leaseEvents("cancelled", "released", "'cancelled'"))
            .then(Steps.completionEventsFrom(HandleFence.joined("cancelled", HANDLES), "NULLIF(h_reason, '')"))
            .then(Steps.countMoves("cancelled"));

    @Override
    public String operation() {
        return "execution.cancel";
    }

    @Override
    public Chain chain() {
        return CANCEL;
    }

    @Override
    public void check(Kit kit, Cancellation cancellation) {
        TextRule.REASON.check("reason", cancellation.reason());
    }

    @Override
    public @Nullable Object[] row(Cancellation cancellation) {
        return HandleFence.row(cancellation.handle(), cancellation.reason());
    }

    @Override
    public Cancelled done(Cancellation cancellation, RowReader row) {
        return new Cancelled(cancellation.handle().executionId(), Instant.ofEpochMilli(row.number("at_ms")));
    }

    @Override
    public Optional<Cancelled> repeated(Cancellation cancellation, LeaseEnd end) {
        return end.outcome() == AttemptOutcome.CANCELLED
                ? Optional.of(new Cancelled(cancellation.handle().executionId(), end.at()))
                : Optional.empty();
    }
}
