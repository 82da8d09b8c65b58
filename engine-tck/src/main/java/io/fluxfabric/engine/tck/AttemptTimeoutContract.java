package io.fluxfabric.engine.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.event.LeaseEvent;
import io.fluxfabric.engine.execution.Claimed;
import io.fluxfabric.engine.execution.Execution;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.lease.Handle;
import io.fluxfabric.engine.payload.Payload;
import io.fluxfabric.engine.policy.Retry;
import io.fluxfabric.engine.reconcile.Reconcilers;
import io.fluxfabric.engine.state.AttemptLifecycle;
import io.fluxfabric.engine.state.AttemptOutcome;
import io.fluxfabric.engine.state.AttemptState;
import io.fluxfabric.engine.state.AttemptType;
import io.fluxfabric.engine.state.PublicState;
import io.fluxfabric.engine.state.TerminalOutcome;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What becomes of attempts that take too long. */
public interface AttemptTimeoutContract extends ReconcileFixture {

    @Test
    @DisplayName("REC-004 (target) an attempt that takes too long is retried as its policy says")
    default void timesOutWithRetry() {
        Handle handle = givenRunning(
                aSubmit().attemptTimeout(Duration.ofSeconds(10)).retry(Retry.fixed(Duration.ofSeconds(5))));
        ExecutionId id = handle.executionId();
        clock().advance(Duration.ofSeconds(10));

        assertThat(pass(Reconcilers.ATTEMPT_TIMEOUT).changed()).isEqualTo(1);

        Execution stored = describe(id);
        assertThat(stored.publicState()).isEqualTo(PublicState.DELAYED);
        assertThat(stored.state().attempt()).isEqualTo(AttemptState.PENDING_RETRY_ATTEMPT);
        assertThat(stored.attempts().retries()).isEqualTo(1);
        assertThat(stored.attempts().reclaims()).isZero();
        assertThat(stored.times().delayUntil()).contains(clock().now().plusSeconds(5));
        assertThat(attemptsOf(id)).singleElement().satisfies(attempt -> {
            assertThat(attempt.lifecycle()).isEqualTo(AttemptLifecycle.ENDED_FAILURE);
            assertThat(attempt.outcome()).contains(AttemptOutcome.INTERRUPTED);
            assertThat(attempt.retryAt()).contains(clock().now().plusSeconds(5));
            assertThat(attempt.failureReason()).contains("attempt_timeout");
        });
        assertThat(leaseEventsOf(id)).last().satisfies(event -> {
            assertThat(event.type()).isEqualTo(LeaseEvent.Type.REVOKED);
            assertThat(event.reason()).contains("attempt_timeout");
        });
        refusal(executions().complete(handle, Payload.none()));
        clock().advance(Duration.ofSeconds(5));
        pass(Reconcilers.DELAYED_PROMOTION);
        Claimed retried = claimedBy(aClaim());
        assertThat(retried.attemptType()).isEqualTo(AttemptType.RETRY);
        assertThat(retried.handle().fence().attemptIndex()).isEqualTo(1);
    }

    @Test
    @DisplayName("a retry without a delay can be claimed at once")
    default void timesOutWithRetryAtOnce() {
        Handle handle =
                givenRunning(aSubmit().attemptTimeout(Duration.ofSeconds(10)).retry(Retry.fixed(Duration.ZERO)));
        clock().advance(Duration.ofSeconds(10));
        pass(Reconcilers.ATTEMPT_TIMEOUT);

        assertThat(attemptsOf(handle.executionId()).get(0).retryAt()).contains(clock().now());
        assertThat(claimedBy(aClaim()).attemptType()).isEqualTo(AttemptType.RETRY);
    }

    @Test
    @DisplayName("REC-005 (target) an attempt that takes too long and has no retry left fails the execution")
    default void timesOutWithoutRetry() {
        Handle handle = givenRunning(aSubmit().attemptTimeout(Duration.ofSeconds(10)));
        ExecutionId id = handle.executionId();
        clock().advance(Duration.ofSeconds(10));

        assertThat(pass(Reconcilers.ATTEMPT_TIMEOUT).changed()).isEqualTo(1);

        Execution stored = describe(id);
        assertThat(stored.publicState()).isEqualTo(PublicState.FAILED);
        assertThat(stored.failure().orElseThrow().reason()).isEqualTo("attempt_timeout");
        assertThat(completionsOf(id)).singleElement().satisfies(event -> {
            assertThat(event.outcome()).isEqualTo(TerminalOutcome.FAILED);
            assertThat(event.reason()).contains("attempt_timeout");
        });
        assertThat(attemptsOf(id).get(0).retryAt()).isEmpty();
    }

    @Test
    @DisplayName("a timeout is not retried when the policy retries other categories only")
    default void timeoutOfAnotherCategory() {
        Retry others = Retry.fixed(Duration.ofSeconds(5)).onlyOn("network");
        Handle handle =
                givenRunning(aSubmit().attemptTimeout(Duration.ofSeconds(10)).retry(others));
        clock().advance(Duration.ofSeconds(10));
        pass(Reconcilers.ATTEMPT_TIMEOUT);

        assertThat(stateOf(handle.executionId())).isEqualTo(PublicState.FAILED);
    }

    @Test
    @DisplayName("a renewal does not prolong the time of the attempt")
    default void renewalDoesNotHelpAgainstTimeout() {
        Handle handle = givenRunning(aSubmit().attemptTimeout(Duration.ofSeconds(40)));
        clock().advance(Duration.ofSeconds(20));
        await(scope().leases().renew(handle));
        clock().advance(Duration.ofSeconds(20));
        pass(Reconcilers.ATTEMPT_TIMEOUT);

        assertThat(stateOf(handle.executionId())).isEqualTo(PublicState.FAILED);
    }

    @Test
    @DisplayName("the time of an attempt stands still between two holders")
    default void timeStandsStill() {
        Handle handle = givenRunning(aSubmit().attemptTimeout(Duration.ofSeconds(60)));
        clock().advance(LEASE);
        pass(Reconcilers.LEASE_EXPIRY);
        clock().advance(Duration.ofHours(1));
        assertThat(pass(Reconcilers.ATTEMPT_TIMEOUT).scanned()).isZero();

        claimedBy(aClaim());

        assertThat(describe(handle.executionId()).times().attemptTimeoutAt())
                .contains(clock().now().plusSeconds(30));
    }
}
