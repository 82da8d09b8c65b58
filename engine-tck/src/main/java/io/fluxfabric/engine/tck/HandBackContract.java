package io.fluxfabric.engine.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.error.EngineException;
import io.fluxfabric.engine.error.ErrorCode;
import io.fluxfabric.engine.execution.Attempt;
import io.fluxfabric.engine.execution.Claimed;
import io.fluxfabric.engine.execution.Delayed;
import io.fluxfabric.engine.execution.Execution;
import io.fluxfabric.engine.execution.Moment;
import io.fluxfabric.engine.execution.Progress;
import io.fluxfabric.engine.execution.Released;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.lease.Handle;
import io.fluxfabric.engine.lease.HandleKind;
import io.fluxfabric.engine.limits.Limit;
import io.fluxfabric.engine.reconcile.Reconcilers;
import io.fluxfabric.engine.state.AttemptLifecycle;
import io.fluxfabric.engine.state.AttemptOutcome;
import io.fluxfabric.engine.state.AttemptState;
import io.fluxfabric.engine.state.BlockingReason;
import io.fluxfabric.engine.state.EligibilityState;
import io.fluxfabric.engine.state.PublicState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What giving back promises: at once, or to be resumed later. */
public interface HandBackContract extends HolderFixture {

    @Test
    @DisplayName("LSE-029 a delay releases the lease and keeps the attempt for later")
    default void delay() {
        Handle handle = givenRunning();
        ExecutionId id = handle.executionId();

        Delayed delayed = await(executions().delay(handle, Moment.after(Duration.ofSeconds(10))));

        assertThat(delayed).isEqualTo(new Delayed(id, clock().now().plusSeconds(10)));
        Execution stored = describe(id);
        assertThat(stored.publicState()).isEqualTo(PublicState.DELAYED);
        assertThat(stored.state().eligibility()).isEqualTo(EligibilityState.NOT_ELIGIBLE_UNTIL_TIME);
        assertThat(stored.blockingReason()).isEqualTo(BlockingReason.WAITING_FOR_DELAY);
        assertThat(stored.state().attempt()).isEqualTo(AttemptState.ATTEMPT_INTERRUPTED);
        assertThat(stored.times().delayUntil()).contains(delayed.until());
        assertThat(stored.lease()).isEmpty();
        Attempt attempt = attemptOf(id, 0);
        assertThat(attempt.lifecycle()).isEqualTo(AttemptLifecycle.SUSPENDED);
        assertThat(attempt.outcome()).contains(AttemptOutcome.ATTEMPT_INTERRUPTED);
        assertThat(attempt.suspendedAt()).contains(clock().now());
        assertThat(attempt.endedAt()).isEmpty();
        assertThat(leaseEvents()).containsExactly("ACQUIRED(fresh)", "RELEASED(delayed)");
        assertThat(completions()).isEmpty();
        assertThat(await(executions().claim(aClaim()))).isEmpty();
    }

    @Test
    @DisplayName("what was delayed is promoted when its time has come, and the same attempt goes on")
    default void resumedAfterADelay() {
        Handle handle = givenRunning(aSubmit().deadline(Duration.ofHours(1)));
        Instant deadline = describe(handle.executionId()).times().deadline().orElseThrow();
        await(executions().progress(handle, Progress.of(40, "page 4")).thenReturn(true));
        await(executions().delay(handle, Moment.at(clock().now().plusSeconds(10))));

        clock().advance(Duration.ofMillis(9_999));
        await(engine().reconcilers().pass(Reconcilers.DELAYED_PROMOTION));
        assertThat(stateOf(handle.executionId())).isEqualTo(PublicState.DELAYED);
        clock().advance(Duration.ofMillis(1));
        await(engine().reconcilers().pass(Reconcilers.DELAYED_PROMOTION));
        assertThat(stateOf(handle.executionId())).isEqualTo(PublicState.RESUMABLE);

        Claimed resumed = claimedByBert();
        assertThat(resumed.handle().kind()).isEqualTo(HandleKind.RESUMED);
        assertThat(resumed.handle().fence().attemptId())
                .isEqualTo(handle.fence().attemptId());
        assertThat(resumed.handle().fence().attemptIndex()).isZero();
        assertThat(resumed.handle().fence().epoch()).isEqualTo(2);
        Execution stored = describe(handle.executionId());
        assertThat(stored.times().deadline()).contains(deadline);
        assertThat(stored.progress().orElseThrow().message()).contains("page 4");
        assertThat(stored.attempts().total()).isEqualTo(1);
        await(executions().complete(resumed.handle()));
        assertThat(attemptOf(handle.executionId(), 0).outcome()).contains(AttemptOutcome.SUCCESS);
    }

    @Test
    @DisplayName("a delay until now or earlier is none: anybody may resume at once")
    default void delayIntoThePast() {
        for (Moment past : List.of(
                Moment.after(Duration.ZERO),
                Moment.after(Duration.ofSeconds(-5)),
                Moment.at(clock().now()),
                Moment.at(Instant.EPOCH))) {
            Handle handle = givenRunning();

            Delayed delayed = await(executions().delay(handle, past));

            assertThat(delayed).isEqualTo(new Delayed(handle.executionId(), clock().now()));
            assertThat(stateOf(handle.executionId())).isEqualTo(PublicState.RESUMABLE);
            assertThat(await(executions().delay(handle, past))).isEqualTo(delayed);
            await(executions().complete(claimedByBert().handle()));
        }
    }

    @Test
    @DisplayName("a repeated delay gets the first answer, even after its promotion, and writes nothing")
    default void repeatedDelay() {
        Handle handle = givenRunning();
        Delayed first = await(executions().delay(handle, Moment.after(Duration.ofSeconds(10))));
        Execution before = describe(handle.executionId());
        clock().advance(Duration.ofSeconds(3));

        assertThat(await(executions().delay(handle, Moment.after(Duration.ofSeconds(10)))))
                .isEqualTo(first);
        assertThat(describe(handle.executionId())).isEqualTo(before);

        clock().advance(Duration.ofSeconds(7));
        await(engine().reconcilers().pass(Reconcilers.DELAYED_PROMOTION));
        assertThat(await(executions().delay(handle, Moment.after(Duration.ofSeconds(10)))))
                .isEqualTo(first);
        assertThat(stateOf(handle.executionId())).isEqualTo(PublicState.RESUMABLE);
        assertThat(leaseEvents()).hasSize(2);
    }

    @Test
    @DisplayName("a release gives the execution to whoever comes next, who goes on with the same attempt")
    default void release() {
        Handle handle = givenRunning();
        ExecutionId id = handle.executionId();

        assertThat(await(executions().release(handle, "shutting down"))).isEqualTo(new Released(id));

        Execution stored = describe(id);
        assertThat(stored.publicState()).isEqualTo(PublicState.RESUMABLE);
        assertThat(stored.lease()).isEmpty();
        assertThat(attemptOf(id, 0).lifecycle()).isEqualTo(AttemptLifecycle.SUSPENDED);
        assertThat(leaseEvents()).containsExactly("ACQUIRED(fresh)", "RELEASED(shutting down)");
        Claimed resumed = claimedByBert();
        assertThat(resumed.handle().kind()).isEqualTo(HandleKind.RESUMED);
        assertThat(resumed.handle().fence().attemptId())
                .isEqualTo(handle.fence().attemptId());
        assertThat(attemptOf(id, 0).worker()).isEqualTo(BERT);
        assertThat(attemptOf(id, 0).outcome()).isEmpty();
        assertThat(attemptOf(id, 0).resumedAt()).contains(clock().now());
        assertThat(describe(id).attempts().total()).isEqualTo(1);
    }

    @Test
    @DisplayName("a repeated release gets the first answer and writes nothing; it is no repetition of a delay")
    default void repeatedRelease() {
        Handle handle = givenRunning();
        Released first = await(executions().release(handle, ""));
        Execution before = describe(handle.executionId());

        assertThat(await(executions().release(handle, "again"))).isEqualTo(first);
        assertThat(errorOf(executions().delay(handle, Moment.after(Duration.ofSeconds(1))))
                        .code())
                .isEqualTo(ErrorCode.EXECUTION_NOT_ACTIVE);
        assertThat(describe(handle.executionId())).isEqualTo(before);
        assertThat(leaseEvents()).containsExactly("ACQUIRED(fresh)", "RELEASED(released)");
    }

    @Test
    @DisplayName("an attempt's time stands still while nobody works on it")
    default void attemptTimePauses() {
        Handle handle = givenRunning(aSubmit().attemptTimeout(Duration.ofSeconds(20)));
        clock().advance(Duration.ofSeconds(15));
        await(executions().release(handle, "pause"));
        clock().advance(Duration.ofMinutes(5));
        Handle resumed = claimedBy(aClaim().lease(Duration.ofSeconds(1))).handle();

        // Five seconds are left, and a lease is not renewed past them.
        assertThat(await(scope().leases().renew(HolderFixture.with(resumed, Duration.ofMinutes(1))))
                        .expiresAt())
                .isEqualTo(clock().now().plusSeconds(5));
    }

    @Test
    @DisplayName(
            "a delay beyond the limit, or a reason too long or of several lines, is refused by name and writes nothing")
    default void limits() {
        Handle handle = givenRunning();
        Execution before = describe(handle.executionId());
        Duration longest = Duration.ofMillis(Limit.DELAY_MAX.standard());

        for (EngineException error : List.of(
                errorOf(executions().delay(handle, Moment.after(longest.plusMillis(1)))),
                errorOf(executions().delay(handle, Moment.at(Instant.parse("+10000-01-01T00:00:00Z")))),
                errorOf(executions().delay(handle, Moment.at(Instant.MIN))),
                errorOf(executions().delay(handle, Moment.after(Duration.ofSeconds(Long.MIN_VALUE)))))) {
            assertThat(error.code()).isEqualTo(ErrorCode.INVALID_INPUT);
            assertThat(error).hasMessageContaining("until");
        }
        for (String reason : List.of("x".repeat(257), "two\nlines", "nul\0", "\uD800")) {
            EngineException error = errorOf(executions().release(handle, reason));
            assertThat(error.code()).isEqualTo(ErrorCode.INVALID_INPUT);
            assertThat(error).hasMessageContaining("reason");
        }
        assertThat(describe(handle.executionId())).isEqualTo(before);

        await(executions().release(handle, "x".repeat(256)));
        Handle resumed = claimedBy(aClaim()).handle();
        assertThat(await(executions().delay(resumed, Moment.after(longest))).until())
                .isEqualTo(clock().now().plus(longest));
    }
}
