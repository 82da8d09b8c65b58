package io.fluxfabric.engine.r2dbc.execution;

import io.fluxfabric.engine.execution.Released;
import io.fluxfabric.engine.lease.Handle;
import io.fluxfabric.engine.limits.TextRule;
import io.fluxfabric.engine.r2dbc.kit.FencedVerb;
import io.fluxfabric.engine.r2dbc.kit.HandleFence;
import io.fluxfabric.engine.r2dbc.kit.Kit;
import io.fluxfabric.engine.r2dbc.kit.LeaseEnd;
import io.fluxfabric.engine.r2dbc.kit.Steps;
import io.fluxfabric.engine.r2dbc.sql.Chain;
import io.fluxfabric.engine.r2dbc.sql.RowReader;
import io.fluxfabric.engine.state.StateSql;
import io.fluxfabric.engine.state.Transition;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Gives executions back to be resumed by anybody at once, any number in one chain. */
final class ReleaseExecutions implements FencedVerb<ReleaseExecutions.Release, Released> {

    record Release(Handle handle, String reason) implements FencedVerb.Request {}

    private static final String HANDLES = HandleFence.handles("h_reason text");

    private static final Chain RELEASE = Chain.of(Steps.moved("released"), """
            UPDATE ff_exec_core
               SET %s, %s, %s, %s, blocking_detail = NULL
              FROM %s WHERE %s
            RETURNING %s""".formatted(
                            StateSql.plain().assignments(Transition.RELEASE),
                            Steps.STAMP,
                            Steps.TIMEOUT_PAUSED,
                            Steps.LEASE_ENDED,
                            HANDLES,
                            HandleFence.holds(Transition.RELEASE),
                            Steps.RETURNING))
            .then(Steps.attempts(HandleFence.joined("released", HANDLES), """
                    lifecycle = 'suspended', outcome = 'attempt_interrupted', interruption = 'released',
                    suspended_at_ms = e_at, retry_at_ms = NULL"""))
            .then(Steps.leaseEventsFrom(
                    HandleFence.joined("released", HANDLES), "released", "COALESCE(NULLIF(h_reason, ''), 'released')"))
            .then(Steps.countMoves("released"));

    @Override
    public String operation() {
        return "execution.release";
    }

    @Override
    public Chain chain() {
        return RELEASE;
    }

    @Override
    public void check(Kit kit, Release release) {
        TextRule.REASON.check("reason", release.reason());
    }

    @Override
    public @Nullable Object[] row(Release release) {
        return HandleFence.row(release.handle(), release.reason());
    }

    @Override
    public Released done(Release release, RowReader row) {
        return new Released(release.handle().executionId());
    }

    @Override
    public Optional<Released> repeated(Release release, LeaseEnd end) {
        return end.interruptedBy("released")
                ? Optional.of(new Released(release.handle().executionId()))
                : Optional.empty();
    }
}
