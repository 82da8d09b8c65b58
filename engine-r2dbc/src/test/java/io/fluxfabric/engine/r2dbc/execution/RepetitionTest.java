package io.fluxfabric.engine.r2dbc.execution;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.execution.Cancelled;
import io.fluxfabric.engine.execution.Completed;
import io.fluxfabric.engine.execution.Delayed;
import io.fluxfabric.engine.execution.FailOutcome.RetryScheduled;
import io.fluxfabric.engine.execution.FailOutcome.TerminalFailed;
import io.fluxfabric.engine.execution.Moment;
import io.fluxfabric.engine.execution.Released;
import io.fluxfabric.engine.id.AttemptId;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.id.LaneId;
import io.fluxfabric.engine.id.LeaseId;
import io.fluxfabric.engine.id.WorkerIdentity;
import io.fluxfabric.engine.lease.Backend;
import io.fluxfabric.engine.lease.Fence;
import io.fluxfabric.engine.lease.Handle;
import io.fluxfabric.engine.lease.HandleKind;
import io.fluxfabric.engine.payload.Payload;
import io.fluxfabric.engine.policy.Failure;
import io.fluxfabric.engine.policy.FailureClass;
import io.fluxfabric.engine.policy.RetryDecision;
import io.fluxfabric.engine.r2dbc.kit.LeaseEnd;
import io.fluxfabric.engine.state.AttemptOutcome;
import io.fluxfabric.engine.state.TerminalOutcome;
import io.fluxfabric.engine.state.Transition;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Which end of a lease makes which call a repetition, and what the first answer was. */
class RepetitionTest {

    private static final ExecutionId ID = ExecutionId.of(7, new UUID(1, 2));
    private static final Handle HANDLE = new Handle(
            Backend.SQLITE,
            HandleKind.FRESH,
            new Fence(ID, 3, new AttemptId(new UUID(3, 4)), new LeaseId(new UUID(5, 6)), 9),
            LaneId.of("mail"),
            WorkerIdentity.of("w", "w-1"),
            Duration.ofSeconds(30));
    private static final Instant THEN = Instant.parse("2026-01-01T00:00:00Z");
    private static final Instant LATER = THEN.plusSeconds(60);

    private static final LeaseEnd COMPLETED = end(AttemptOutcome.SUCCESS, null, null, null);
    private static final LeaseEnd RETRIED = end(AttemptOutcome.RETRY, null, FailureClass.TRANSIENT, LATER);
    private static final LeaseEnd FAILED = end(AttemptOutcome.FAILED, null, FailureClass.PERMANENT, null);
    private static final LeaseEnd CANCELLED = end(AttemptOutcome.CANCELLED, null, null, null);
    private static final LeaseEnd FAILED_AS_CANCELLED =
            end(AttemptOutcome.CANCELLED, null, FailureClass.CANCELLED, null);
    private static final LeaseEnd DELAYED = end(AttemptOutcome.ATTEMPT_INTERRUPTED, "delayed", null, LATER);
    private static final LeaseEnd RELEASED = end(AttemptOutcome.ATTEMPT_INTERRUPTED, "released", null, null);
    private static final LeaseEnd REVOKED = end(AttemptOutcome.ATTEMPT_INTERRUPTED, "revoked", null, null);
    private static final LeaseEnd EXPIRED = end(AttemptOutcome.LEASE_EXPIRED_RECLAIMABLE, "expired", null, null);
    private static final LeaseEnd TIMED_OUT = end(AttemptOutcome.INTERRUPTED, null, FailureClass.TIMEOUT, LATER);
    private static final LeaseEnd RECLAIMED = end(AttemptOutcome.INTERRUPTED_RECLAIMED, "expired", null, null);
    private static final List<LeaseEnd> ALL = List.of(
            COMPLETED,
            RETRIED,
            FAILED,
            CANCELLED,
            FAILED_AS_CANCELLED,
            DELAYED,
            RELEASED,
            REVOKED,
            EXPIRED,
            TIMED_OUT,
            RECLAIMED);

    private static LeaseEnd end(
            AttemptOutcome outcome,
            @Nullable String interruption,
            @Nullable FailureClass failure,
            @Nullable Instant retryAt) {
        return new LeaseEnd(
                3,
                outcome,
                Optional.ofNullable(interruption),
                Optional.ofNullable(failure),
                THEN,
                Optional.ofNullable(retryAt));
    }

    private static Stream<LeaseEnd> allBut(LeaseEnd... ends) {
        return ALL.stream().filter(end -> !List.of(ends).contains(end));
    }

    @Test
    @DisplayName("only what completed was completed before")
    void complete() {
        var request = new CompleteExecutions.Completion(HANDLE, Payload.none());
        var verb = new CompleteExecutions();

        assertThat(verb.repeated(request, COMPLETED)).contains(new Completed(ID, 3, THEN));
        assertThat(allBut(COMPLETED))
                .allMatch(end -> verb.repeated(request, end).isEmpty());
    }

    @Test
    @DisplayName("a failure that was reported is answered as it was then, whatever is reported now")
    void fail() {
        var verb = new FailExecutions();
        for (Failure now : List.of(Failure.transientFailure("x"), Failure.permanent("x"))) {
            var request = new FailExecutions.Failed(HANDLE, now);
            assertThat(verb.repeated(request, RETRIED)).contains(new RetryScheduled(ID, LATER, 4));
            assertThat(verb.repeated(request, FAILED)).contains(new TerminalFailed(ID, TerminalOutcome.FAILED, THEN));
            assertThat(verb.repeated(request, FAILED_AS_CANCELLED))
                    .contains(new TerminalFailed(ID, TerminalOutcome.CANCELLED, THEN));
            assertThat(allBut(RETRIED, FAILED, FAILED_AS_CANCELLED))
                    .allMatch(end -> verb.repeated(request, end).isEmpty());
        }
    }

    @Test
    @DisplayName("who reports that it was cancelled is content with any cancellation")
    void failAsCancelled() {
        var verb = new FailExecutions();
        var request = new FailExecutions.Failed(HANDLE, Failure.cancelled("x"));

        assertThat(verb.repeated(request, CANCELLED)).contains(new TerminalFailed(ID, TerminalOutcome.CANCELLED, THEN));
        assertThat(verb.repeated(request, COMPLETED)).isEmpty();
    }

    @Test
    @DisplayName("a delay is answered with the time it had")
    void delay() {
        var verb = new DelayExecutions();
        var request = new DelayExecutions.Delay(HANDLE, Moment.after(Duration.ofDays(1)));

        assertThat(verb.repeated(request, DELAYED)).contains(new Delayed(ID, LATER));
        assertThat(allBut(DELAYED)).allMatch(end -> verb.repeated(request, end).isEmpty());
    }

    @Test
    @DisplayName("only what was released was released before")
    void release() {
        var verb = new ReleaseExecutions();
        var request = new ReleaseExecutions.Release(HANDLE, "x");

        assertThat(verb.repeated(request, RELEASED)).contains(new Released(ID));
        assertThat(allBut(RELEASED)).allMatch(end -> verb.repeated(request, end).isEmpty());
    }

    @Test
    @DisplayName("whoever cancelled it, it is cancelled")
    void cancel() {
        var verb = new CancelHeldExecutions();
        var request = new CancelHeldExecutions.Cancellation(HANDLE, "x");

        assertThat(verb.repeated(request, CANCELLED)).contains(new Cancelled(ID, THEN));
        assertThat(verb.repeated(request, FAILED_AS_CANCELLED)).contains(new Cancelled(ID, THEN));
        assertThat(allBut(CANCELLED, FAILED_AS_CANCELLED))
                .allMatch(end -> verb.repeated(request, end).isEmpty());
    }

    @Test
    @DisplayName("each decision about a failure has its transition, and no decision has none")
    void moves() {
        assertThat(FailExecutions.move(new RetryDecision.Again(Duration.ofMillis(1), 1)))
                .isEqualTo(Transition.RETRY);
        assertThat(FailExecutions.move(new RetryDecision.Again(Duration.ZERO, 0)))
                .isEqualTo(Transition.RETRY_NOW);
        assertThat(FailExecutions.move(
                        new RetryDecision.End(TerminalOutcome.FAILED, RetryDecision.Reason.RETRIES_EXHAUSTED)))
                .isEqualTo(Transition.FAIL);
        assertThat(FailExecutions.move(
                        new RetryDecision.End(TerminalOutcome.CANCELLED, RetryDecision.Reason.CANCELLED)))
                .isEqualTo(Transition.CANCEL);
        assertThat(FailExecutions.move(null)).isNull();
    }
}
