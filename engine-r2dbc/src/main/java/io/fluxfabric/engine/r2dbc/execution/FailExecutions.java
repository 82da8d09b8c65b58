package io.fluxfabric.engine.r2dbc.execution;

import io.fluxfabric.engine.execution.FailOutcome;
import io.fluxfabric.engine.execution.FailOutcome.RetryScheduled;
import io.fluxfabric.engine.execution.FailOutcome.TerminalFailed;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.lease.Handle;
import io.fluxfabric.engine.limits.TextRule;
import io.fluxfabric.engine.payload.Payload;
import io.fluxfabric.engine.policy.ExecutionPolicy;
import io.fluxfabric.engine.policy.Failure;
import io.fluxfabric.engine.policy.FailureClass;
import io.fluxfabric.engine.policy.RetryDecision;
import io.fluxfabric.engine.r2dbc.kit.FencedVerb;
import io.fluxfabric.engine.r2dbc.kit.HandleFence;
import io.fluxfabric.engine.r2dbc.kit.Kit;
import io.fluxfabric.engine.r2dbc.kit.LeaseEnd;
import io.fluxfabric.engine.r2dbc.kit.Steps;
import io.fluxfabric.engine.r2dbc.sql.Chain;
import io.fluxfabric.engine.r2dbc.sql.RowReader;
import io.fluxfabric.engine.r2dbc.sql.Sql;
import io.fluxfabric.engine.state.AttemptOutcome;
import io.fluxfabric.engine.state.StateSql;
import io.fluxfabric.engine.state.TerminalOutcome;
import io.fluxfabric.engine.state.Transition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * Ends attempts badly, any number in one chain, on behalf of their holders.
 *
 * <ol>
 *   <li>Read the policy, the retries used and the deadline of what the handles hold. None of it changes while they hold it.
 *   <li>Decide for each, and draw the jitter, so that a chain which is run again decides nothing anew.
 *   <li>Write what was decided, each row under its fence. What was not held when it was read has no decision and is not written.
 * </ol>
 */
final class FailExecutions implements FencedVerb<FailExecutions.Failed, FailOutcome> {

    /** A failure to report, and what is to be done about it as soon as that is known. */
    record Failed(Handle handle, Failure failure, @Nullable RetryDecision decision) implements FencedVerb.Request {

        Failed(Handle handle, Failure failure) {
            this(handle, failure, null);
        }
    }

    private static final Sql READ = Sql.of("""
            SELECT h.ord, policy, retry_count, deadline_at_ms, {NOW} AS now_ms
              FROM %s JOIN ff_exec_core ON %s""".formatted(HandleFence.handles(), HandleFence.holds(Transition.FAIL)));

    /** {@code h_end} says why there is no other attempt, and is NULL if there is one. */
    private static final String HANDLES = HandleFence.handles(
            "h_move text",
            "h_end text",
            "h_delay_ms bigint",
            "h_class text",
            "h_category text",
            "h_message text",
            "h_cancellation text",
            "h_detail bytes",
            "h_detail_encoding text");

    private static final Chain FAIL = Chain.of(Steps.moved("failed", "delay_until_ms bigint"), """
            UPDATE ff_exec_core
               SET %s, %s, %s,
                   delay_until_ms = CASE WHEN h_move = 'RETRY' THEN {NOW} + h_delay_ms END,
                   terminal_at_ms = CASE WHEN h_end IS NOT NULL THEN {NOW} END,
                   retry_count = CASE WHEN h_end IS NULL THEN retry_count + 1 ELSE retry_count END,
                   current_attempt_id = CASE WHEN h_end IS NOT NULL THEN current_attempt_id END,
                   failure_reason = h_message, failure_category = h_category,
                   cancellation_reason = h_cancellation,
                   cancelled_by = CASE WHEN h_move = 'CANCEL' THEN lease_worker_instance_id END,
                   blocking_detail = NULL
              FROM %s WHERE h_move IS NOT NULL AND %s
            RETURNING %s, delay_until_ms""".formatted(
                            StateSql.plain()
                                    .assignments(
                                            "h_move",
                                            Transition.RETRY,
                                            Transition.RETRY_NOW,
                                            Transition.CANCEL,
                                            Transition.FAIL),
                            Steps.STAMP,
                            Steps.LEASE_ENDED,
                            HANDLES,
                            HandleFence.holds(Transition.FAIL),
                            Steps.RETURNING))
            .then(Steps.attempts(HandleFence.joined("failed", HANDLES), """
                    lifecycle = CASE WHEN h_move = 'CANCEL' THEN 'ended_cancelled' ELSE 'ended_failure' END,
                    outcome = CASE WHEN h_end IS NULL THEN 'retry' WHEN h_move = 'CANCEL' THEN 'cancelled' ELSE 'failed' END,
                    ended_at_ms = e_at, retry_at_ms = CASE WHEN h_end IS NULL THEN COALESCE(e_until, e_at) END,
                    failure_class = h_class, failure_category = h_category, failure_reason = h_message,
                    failure_detail = h_detail, failure_detail_encoding = h_detail_encoding""", "delay_until_ms AS e_until"))
            .then(Steps.leaseEventsFrom(
                    HandleFence.joined("failed", HANDLES),
                    "released",
                    "CASE WHEN h_end IS NULL THEN 'failed_retry_scheduled' ELSE 'failed_terminal' END"))
            .then(Steps.completionEventsFrom(
                    HandleFence.joined("failed", HANDLES) + " WHERE h_end IS NOT NULL", "h_end"))
            .then(Steps.countMoves("failed"));

    @Override
    public String operation() {
        return "execution.fail";
    }

    @Override
    public Chain chain() {
        return FAIL;
    }

    @Override
    public void check(Kit kit, Failed failed) {
        kit.limits().checkFailureMessage(failed.failure().message());
        kit.limits().checkFailureDetail(failed.failure().detail().size());
    }

    @Override
    public Mono<List<Failed>> prepared(Kit kit, List<Failed> requests) {
        List<Handle> handles = requests.stream().map(Failed::handle).toList();
        return kit.tx()
                .single(
                        operation(),
                        session -> session.list(READ, kit.binds().andRows("h", HandleFence.rows(handles)), Facts::of))
                .map(facts -> decided(requests, facts));
    }

    private static List<Failed> decided(List<Failed> requests, List<Facts> facts) {
        List<Failed> decided = new ArrayList<>(requests);
        for (Facts known : facts) {
            Failed request = decided.get(known.place());
            decided.set(
                    known.place(), new Failed(request.handle(), request.failure(), known.decide(request.failure())));
        }
        return decided;
    }

    /** What is known of an execution that a handle holds. */
    private record Facts(int place, String policy, int retriesUsed, OptionalLong deadlineMs, long nowMs) {

        static Facts of(RowReader row) {
            Long deadline = row.numberOrNull("deadline_at_ms");
            return new Facts(
                    row.integer("ord") - 1,
                    row.text("policy"),
                    row.integer("retry_count"),
                    deadline == null ? OptionalLong.empty() : OptionalLong.of(deadline),
                    row.number("now_ms"));
        }

        RetryDecision decide(Failure failure) {
            return RetryDecision.decide(
                    ExecutionPolicy.fromJson(policy).retry(),
                    retriesUsed,
                    failure,
                    nowMs,
                    deadlineMs,
                    ThreadLocalRandom.current());
        }
    }

    @Override
    public @Nullable Object[] row(Failed failed) {
        Failure failure = failed.failure();
        Payload detail = failure.detail();
        Transition move = move(failed.decision());
        return HandleFence.row(
                failed.handle(),
                move == null ? null : move.name(),
                failed.decision() instanceof RetryDecision.End end
                        ? end.reason().literal()
                        : null,
                failed.decision() instanceof RetryDecision.Again again
                        ? again.delay().toMillis()
                        : null,
                failure.failureClass().literal(),
                failure.category(),
                failure.message(),
                move == Transition.CANCEL ? TextRule.REASON.fit(failure.message()) : null,
                detail.isNone() ? null : detail.toBytes(),
                detail.isNone() ? null : detail.encoding());
    }

    static @Nullable Transition move(@Nullable RetryDecision decision) {
        if (decision instanceof RetryDecision.Again again) {
            return again.delay().isZero() ? Transition.RETRY_NOW : Transition.RETRY;
        }
        if (decision instanceof RetryDecision.End end) {
            return end.outcome() == TerminalOutcome.CANCELLED ? Transition.CANCEL : Transition.FAIL;
        }
        return null;
    }

    @Override
    public FailOutcome done(Failed failed, RowReader row) {
        ExecutionId id = failed.handle().executionId();
        Instant at = Instant.ofEpochMilli(row.number("at_ms"));
        Long until = row.numberOrNull("delay_until_ms");
        return failed.decision() instanceof RetryDecision.Again
                ? new RetryScheduled(
                        id, until == null ? at : Instant.ofEpochMilli(until), row.integer("current_attempt_index") + 1)
                : new TerminalFailed(id, TerminalOutcome.parse(row.text("terminal_outcome")), at);
    }

    /** A holder that was cancelled some other way and now reports just that is content, too. */
    @Override
    public Optional<FailOutcome> repeated(Failed failed, LeaseEnd end) {
        ExecutionId id = failed.handle().executionId();
        boolean reported = end.failure().isPresent() || failed.failure().failureClass() == FailureClass.CANCELLED;
        if (end.outcome() == AttemptOutcome.CANCELLED && reported) {
            return Optional.of(new TerminalFailed(id, TerminalOutcome.CANCELLED, end.at()));
        }
        if (end.outcome() == AttemptOutcome.FAILED && end.failure().isPresent()) {
            return Optional.of(new TerminalFailed(id, TerminalOutcome.FAILED, end.at()));
        }
        return end.outcome() == AttemptOutcome.RETRY
                ? Optional.of(new RetryScheduled(id, end.retryAt().orElse(end.at()), end.attemptIndex() + 1))
                : Optional.empty();
    }
}
