package io.fluxfabric.engine.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.error.EngineException;
import io.fluxfabric.engine.error.ErrorCode;
import io.fluxfabric.engine.execution.Attempt;
import io.fluxfabric.engine.execution.Claimed;
import io.fluxfabric.engine.execution.Execution;
import io.fluxfabric.engine.execution.FailOutcome;
import io.fluxfabric.engine.execution.FailOutcome.RetryScheduled;
import io.fluxfabric.engine.execution.FailOutcome.TerminalFailed;
import io.fluxfabric.engine.execution.Submit;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.lease.Handle;
import io.fluxfabric.engine.lease.HandleKind;
import io.fluxfabric.engine.limits.Limit;
import io.fluxfabric.engine.payload.Payload;
import io.fluxfabric.engine.policy.Failure;
import io.fluxfabric.engine.policy.FailureClass;
import io.fluxfabric.engine.policy.Retry;
import io.fluxfabric.engine.reconcile.Reconcilers;
import io.fluxfabric.engine.state.AttemptLifecycle;
import io.fluxfabric.engine.state.AttemptOutcome;
import io.fluxfabric.engine.state.AttemptState;
import io.fluxfabric.engine.state.AttemptType;
import io.fluxfabric.engine.state.BlockingReason;
import io.fluxfabric.engine.state.PublicState;
import io.fluxfabric.engine.state.TerminalOutcome;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What failing promises. */
public interface FailContract extends HolderFixture {

    Failure FLAKY = Failure.transientFailure("connection reset");

    default Submit retried(Retry retry) {
        return aSubmit().retry(retry);
    }

    @Test
    @DisplayName(
            "EXE-019 (target), EXE-021 a transient failure with retries left puts the execution off by its backoff")
    default void retries() {
        Handle handle = givenRunning(retried(Retry.fixed(Duration.ofMillis(500)).max(3)));
        ExecutionId id = handle.executionId();

        FailOutcome outcome = await(executions().fail(handle, FLAKY));

        assertThat(outcome).isEqualTo(new RetryScheduled(id, clock().now().plusMillis(500), 1));
        Execution stored = describe(id);
        assertThat(stored.publicState()).isEqualTo(PublicState.DELAYED);
        assertThat(stored.blockingReason()).isEqualTo(BlockingReason.WAITING_FOR_RETRY_BACKOFF);
        assertThat(stored.state().attempt()).isEqualTo(AttemptState.PENDING_RETRY_ATTEMPT);
        assertThat(stored.attempts().retries()).isEqualTo(1);
        assertThat(stored.lease()).isEmpty();
        assertThat(stored.times().delayUntil()).contains(clock().now().plusMillis(500));
        assertThat(stored.failure().orElseThrow().reason()).isEqualTo("connection reset");
        Attempt attempt = attemptOf(id, 0);
        assertThat(attempt.lifecycle()).isEqualTo(AttemptLifecycle.ENDED_FAILURE);
        assertThat(attempt.outcome()).contains(AttemptOutcome.RETRY);
        assertThat(attempt.failureClass()).contains(FailureClass.TRANSIENT);
        assertThat(attempt.failureCategory()).contains("transient");
        assertThat(attempt.failureReason()).contains("connection reset");
        assertThat(attempt.retryAt()).contains(clock().now().plusMillis(500));
        assertThat(await(executions().claim(aClaim()))).isEmpty();
        assertThat(completions()).isEmpty();
        assertThat(leaseEvents()).containsExactly("ACQUIRED(fresh)", "RELEASED(failed_retry_scheduled)");
    }

    @Test
    @DisplayName("EXE-020 a permanent failure ends the execution, whatever retries it has left")
    default void permanent() {
        Handle handle = givenRunning(retried(Retry.fixed(Duration.ofMillis(500)).max(3)));
        ExecutionId id = handle.executionId();

        FailOutcome outcome = await(executions().fail(handle, Failure.permanent("no such address")));

        assertThat(outcome).isEqualTo(new TerminalFailed(id, TerminalOutcome.FAILED, clock().now()));
        Execution stored = describe(id);
        assertThat(stored.publicState()).isEqualTo(PublicState.FAILED);
        assertThat(stored.times().terminalAt()).contains(clock().now());
        assertThat(stored.attempts().retries()).isZero();
        Attempt attempt = attemptOf(id, 0);
        assertThat(attempt.lifecycle()).isEqualTo(AttemptLifecycle.ENDED_FAILURE);
        assertThat(attempt.outcome()).contains(AttemptOutcome.FAILED);
        assertThat(attempt.retryAt()).isEmpty();
        assertThat(completions()).singleElement().satisfies(event -> {
            assertThat(event.outcome()).isEqualTo(TerminalOutcome.FAILED);
            assertThat(event.reason()).contains("permanent_failure");
        });
        assertThat(leaseEvents()).containsExactly("ACQUIRED(fresh)", "RELEASED(failed_terminal)");
        awaitEmpty(executions().result(id));
    }

    @Test
    @DisplayName("EXE-022 without a policy, or with no retries in it, the first failure is the last")
    default void noRetries() {
        for (Submit submit :
                List.of(aSubmit(), retried(Retry.fixed(Duration.ofSeconds(1)).max(0)))) {
            Handle handle = givenRunning(submit);
            assertThat(await(executions().fail(handle, FLAKY)).kind()).isEqualTo(FailOutcome.Kind.TERMINAL_FAILED);
            assertThat(stateOf(handle.executionId())).isEqualTo(PublicState.FAILED);
        }
        assertThat(completions())
                .extracting(event -> event.reason().orElseThrow())
                .containsExactly("retries_exhausted", "retries_exhausted");
    }

    @Test
    @DisplayName("SDK-011 a retry is a new attempt with the next index, and the old ones can be read")
    default void history() {
        Handle first = givenRunning(retried(Retry.fixed(Duration.ZERO)));
        ExecutionId id = first.executionId();

        RetryScheduled outcome = (RetryScheduled) await(executions().fail(first, FLAKY));
        assertThat(outcome.retryAt()).isEqualTo(clock().now());
        assertThat(stateOf(id)).isEqualTo(PublicState.WAITING);
        Claimed second = claimedByBert();

        assertThat(second.handle().fence().attemptIndex()).isEqualTo(1);
        assertThat(second.handle().fence().attemptId())
                .isNotEqualTo(first.fence().attemptId());
        assertThat(second.handle().kind()).isEqualTo(HandleKind.FRESH);
        assertThat(second.attemptType()).isEqualTo(AttemptType.RETRY);
        assertThat(second.retries()).isEqualTo(1);
        await(executions().complete(second.handle()));
        List<Attempt> attempts = await(executions().attempts(id));
        assertThat(attempts).extracting(Attempt::index).containsExactly(0, 1);
        assertThat(attempts.get(0).outcome()).contains(AttemptOutcome.RETRY);
        assertThat(attempts.get(0).worker()).isEqualTo(ANNA);
        assertThat(attempts.get(1).outcome()).contains(AttemptOutcome.SUCCESS);
        assertThat(attempts.get(1).previousIndex()).contains(0);
        assertThat(describe(id).attempts().total()).isEqualTo(2);
    }

    @Test
    @DisplayName(
            "LSE-012 (target) a repeated failure gets the first answer with the first retry time, even after a re-claim")
    default void repeatedRetry() {
        Handle handle =
                givenRunning(retried(Retry.fixed(Duration.ofSeconds(100)).max(2).jitter()));
        FailOutcome first = await(executions().fail(handle, FLAKY));
        Execution before = describe(handle.executionId());
        clock().advance(Duration.ofSeconds(1));

        assertThat(await(executions().fail(handle, FLAKY))).isEqualTo(first);
        assertThat(await(executions().fail(handle, Failure.permanent("another"))))
                .isEqualTo(first);
        assertThat(describe(handle.executionId())).isEqualTo(before);

        clock().advance(Duration.ofSeconds(100));
        await(engine().reconcilers().pass(Reconcilers.DELAYED_PROMOTION));
        Handle second = claimedByBert().handle();
        assertThat(await(executions().fail(handle, FLAKY))).isEqualTo(first);
        assertThat(stateOf(handle.executionId())).isEqualTo(PublicState.ACTIVE);

        await(executions().complete(second));
        assertThat(await(executions().fail(handle, FLAKY))).isEqualTo(first);
        assertThat(completions()).hasSize(1);
    }

    @Test
    @DisplayName("a repeated last failure gets the first answer and writes nothing")
    default void repeatedEnd() {
        Handle handle = givenRunning();
        FailOutcome first = await(executions().fail(handle, FLAKY));
        clock().advance(Duration.ofSeconds(1));

        assertThat(await(executions().fail(handle, FLAKY))).isEqualTo(first);
        assertThat(completions()).hasSize(1);
    }

    @Test
    @DisplayName("a failure of the class cancelled ends the execution as cancelled, never as failed")
    default void cancelledClass() {
        Handle handle = givenRunning(retried(Retry.fixed(Duration.ofSeconds(1))));
        ExecutionId id = handle.executionId();

        FailOutcome outcome = await(executions().fail(handle, Failure.cancelled("the customer\nhung up")));

        assertThat(outcome).isEqualTo(new TerminalFailed(id, TerminalOutcome.CANCELLED, clock().now()));
        Execution stored = describe(id);
        assertThat(stored.publicState()).isEqualTo(PublicState.CANCELLED);
        assertThat(stored.cancellation().orElseThrow().reason()).contains("the customer?hung up");
        assertThat(stored.cancellation().orElseThrow().by())
                .contains(ANNA.instance().value());
        assertThat(attemptOf(id, 0).lifecycle()).isEqualTo(AttemptLifecycle.ENDED_CANCELLED);
        assertThat(completions())
                .singleElement()
                .satisfies(event -> assertThat(event.outcome()).isEqualTo(TerminalOutcome.CANCELLED));
        assertThat(await(executions().fail(handle, FLAKY))).isEqualTo(outcome);
    }

    @Test
    @DisplayName("only the categories of the policy are retried, if it names any")
    default void categories() {
        Retry onlyNetwork = Retry.fixed(Duration.ZERO).onlyOn("network");

        Handle network = givenRunning(retried(onlyNetwork));
        assertThat(await(executions().fail(network, FLAKY.withCategory("network")))
                        .kind())
                .isEqualTo(FailOutcome.Kind.RETRY_SCHEDULED);
        await(executions().complete(claimedBy(aClaim()).handle()));

        for (Failure other : List.of(FLAKY, FLAKY.withCategory("disk"), Failure.timeout("slow"))) {
            Handle handle = givenRunning(retried(onlyNetwork));
            assertThat(await(executions().fail(handle, other)).kind()).isEqualTo(FailOutcome.Kind.TERMINAL_FAILED);
        }
        assertThat(completions().get(1).reason()).contains("category_not_retryable");
    }

    @Test
    @DisplayName("crashes and timeouts are retried like transient failures")
    default void crashesAndTimeouts() {
        for (Failure failure : List.of(Failure.infraCrash("power"), Failure.timeout("slow"))) {
            Handle handle = givenRunning(retried(Retry.fixed(Duration.ofHours(1))));
            assertThat(await(executions().fail(handle, failure)).kind()).isEqualTo(FailOutcome.Kind.RETRY_SCHEDULED);
        }
    }

    @Test
    @DisplayName("a retry that could only start at its deadline is none: it has failed now")
    default void deadlineBeforeRetry() {
        Retry after10s = Retry.fixed(Duration.ofSeconds(10));
        Handle late = givenRunning(retried(after10s).deadline(Duration.ofSeconds(10)));
        assertThat(await(executions().fail(late, FLAKY)).kind()).isEqualTo(FailOutcome.Kind.TERMINAL_FAILED);
        assertThat(completions().get(0).reason()).contains("deadline_before_retry");

        Handle inTime = givenRunning(retried(after10s).deadline(Duration.ofMillis(10_001)));
        assertThat(await(executions().fail(inTime, FLAKY)).kind()).isEqualTo(FailOutcome.Kind.RETRY_SCHEDULED);
    }

    @Test
    @DisplayName(
            "a message of 4096 bytes and a detail of 64 KiB are stored, more is refused by name and writes nothing")
    default void limits() {
        int message = (int) Limit.FAILURE_MESSAGE_BYTES.standard();
        int detail = (int) Limit.FAILURE_DETAIL_BYTES.standard();
        Handle handle = givenRunning();
        Execution before = describe(handle.executionId());

        EngineException tooLong = errorOf(executions().fail(handle, Failure.permanent("x".repeat(message + 1))));
        assertThat(tooLong.code()).isEqualTo(ErrorCode.INVALID_INPUT);
        assertThat(tooLong).hasMessageContainingAll("failure.message", "4096", "4097");
        EngineException tooLarge = errorOf(executions()
                .fail(handle, Failure.permanent("x").withDetail(Payload.bytes(new byte[detail + 1]))));
        assertThat(tooLarge.code()).isEqualTo(ErrorCode.PAYLOAD_TOO_LARGE);
        assertThat(tooLarge).hasMessageContaining("failure.detail");
        assertThat(describe(handle.executionId())).isEqualTo(before);

        String longest = "é\n".repeat(message / 3) + "x".repeat(message % 3);
        await(executions().fail(handle, Failure.permanent(longest).withDetail(Payload.bytes(new byte[detail]))));
        assertThat(describe(handle.executionId()).failure().orElseThrow().reason())
                .isEqualTo(longest);
    }
}
