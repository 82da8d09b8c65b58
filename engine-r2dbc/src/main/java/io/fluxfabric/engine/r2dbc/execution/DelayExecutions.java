package io.fluxfabric.engine.r2dbc.execution;

import io.fluxfabric.engine.execution.Delayed;
import io.fluxfabric.engine.execution.Moment;
import io.fluxfabric.engine.lease.Handle;
import io.fluxfabric.engine.r2dbc.kit.FencedVerb;
import io.fluxfabric.engine.r2dbc.kit.HandleFence;
import io.fluxfabric.engine.r2dbc.kit.Kit;
import io.fluxfabric.engine.r2dbc.kit.LeaseEnd;
import io.fluxfabric.engine.r2dbc.kit.Moments;
import io.fluxfabric.engine.r2dbc.kit.Steps;
import io.fluxfabric.engine.r2dbc.sql.Chain;
import io.fluxfabric.engine.r2dbc.sql.RowReader;
import io.fluxfabric.engine.state.StateSql;
import io.fluxfabric.engine.state.Transition;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Gives executions back to be resumed later, any number in one chain. Whether a moment lies ahead the database's clock decides;
 * one that does not means at once.
 */
final class DelayExecutions implements FencedVerb<DelayExecutions.Delay, Delayed> {

    record Delay(Handle handle, Moment until) implements FencedVerb.Request {}

    private static final String HANDLES = HandleFence.handles("h_at_ms bigint", "h_after_ms bigint");

    private static final String UNTIL = "COALESCE(h_at_ms, {NOW} + h_after_ms)";

    private static final Chain DELAY = Chain.of(Steps.moved("delayed", "delay_until_ms bigint"), """
            UPDATE ff_exec_core
               SET %1$s, %2$s, %3$s, %4$s, delay_until_ms = CASE WHEN h_move = 'DELAY' THEN h_until END, blocking_detail = NULL
              FROM (SELECT h.*, %5$s AS h_until, CASE WHEN %5$s > {NOW} THEN 'DELAY' ELSE 'RELEASE' END AS h_move
                      FROM %6$s) AS d
             WHERE %7$s
            RETURNING %8$s, delay_until_ms""".formatted(
                            StateSql.plain().assignments("h_move", Transition.DELAY, Transition.RELEASE),
                            Steps.STAMP,
                            Steps.TIMEOUT_PAUSED,
                            Steps.LEASE_ENDED,
                            UNTIL,
                            HANDLES,
                            HandleFence.holds(Transition.DELAY),
                            Steps.RETURNING))
            .then(Steps.attempts(HandleFence.joined("delayed", HANDLES), """
                    lifecycle = 'suspended', outcome = 'attempt_interrupted', interruption = 'delayed',
                    suspended_at_ms = e_at, retry_at_ms = COALESCE(e_until, e_at)""", "delay_until_ms AS e_until"))
            .then(Steps.leaseEvents("delayed", "released", "'delayed'"))
            .then(Steps.countMoves("delayed"));

    @Override
    public String operation() {
        return "execution.delay";
    }

    @Override
    public Chain chain() {
        return DELAY;
    }

    @Override
    public void check(Kit kit, Delay delay) {
        Moments.check(kit.limits(), "until", Optional.of(delay.until()));
    }

    @Override
    public @Nullable Object[] row(Delay delay) {
        Optional<Moment> until = Optional.of(delay.until());
        return HandleFence.row(delay.handle(), Moments.at(until), Moments.after(until));
    }

    @Override
    public Delayed done(Delay delay, RowReader row) {
        Long until = row.numberOrNull("delay_until_ms");
        return new Delayed(
                delay.handle().executionId(), Instant.ofEpochMilli(until == null ? row.number("at_ms") : until));
    }

    @Override
    public Optional<Delayed> repeated(Delay delay, LeaseEnd end) {
        return end.interruptedBy("delayed")
                ? Optional.of(
                        new Delayed(delay.handle().executionId(), end.retryAt().orElse(end.at())))
                : Optional.empty();
    }
}
