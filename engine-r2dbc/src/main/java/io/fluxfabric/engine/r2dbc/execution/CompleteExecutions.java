package io.fluxfabric.engine.r2dbc.execution;

import io.fluxfabric.engine.execution.Completed;
import io.fluxfabric.engine.lease.Handle;
import io.fluxfabric.engine.payload.Payload;
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

/** Ends executions well, any number in one chain, on behalf of their holders. */
final class CompleteExecutions implements FencedVerb<CompleteExecutions.Completion, Completed> {

    record Completion(Handle handle, Payload result) implements FencedVerb.Request {}

    private static final String HANDLES = HandleFence.handles("h_result bytes", "h_encoding text");

    private static final Chain COMPLETE = Chain.of(Steps.moved("ended"), """
            UPDATE ff_exec_core
               SET %s, %s, %s, terminal_at_ms = {NOW}, blocking_detail = NULL
              FROM %s WHERE %s
            RETURNING %s""".formatted(
                            StateSql.plain().assignments(Transition.COMPLETE),
                            Steps.STAMP,
                            Steps.LEASE_ENDED,
                            HANDLES,
                            HandleFence.holds(Transition.COMPLETE),
                            Steps.RETURNING))
            .then(Steps.attempts(HandleFence.joined("ended", HANDLES), """
                    lifecycle = 'ended_success', outcome = 'success', ended_at_ms = e_at, result = h_result,
                    result_encoding = h_encoding"""))
            .then(Steps.leaseEvents("ended", "released", "'completed'"))
            .then(Steps.completionEvents("ended", "NULL"))
            .then(Steps.countMoves("ended"));

    @Override
    public String operation() {
        return "execution.complete";
    }

    @Override
    public Chain chain() {
        return COMPLETE;
    }

    @Override
    public void check(Kit kit, Completion completion) {
        kit.limits().checkResult(completion.result().size());
    }

    @Override
    public @Nullable Object[] row(Completion completion) {
        Payload result = completion.result();
        return HandleFence.row(
                completion.handle(),
                result.isNone() ? null : result.toBytes(),
                result.isNone() ? null : result.encoding());
    }

    @Override
    public Completed done(Completion completion, RowReader row) {
        return new Completed(
                completion.handle().executionId(),
                row.integer("current_attempt_index"),
                Instant.ofEpochMilli(row.number("at_ms")));
    }

    @Override
    public Optional<Completed> repeated(Completion completion, LeaseEnd end) {
        return end.outcome() == AttemptOutcome.SUCCESS
                ? Optional.of(new Completed(completion.handle().executionId(), end.attemptIndex(), end.at()))
                : Optional.empty();
    }
}
