package io.fluxfabric.engine.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.execution.Claimed;
import io.fluxfabric.engine.execution.FailOutcome;
import io.fluxfabric.engine.execution.FailOutcome.RetryScheduled;
import io.fluxfabric.engine.lease.Handle;
import io.fluxfabric.engine.policy.Failure;
import io.fluxfabric.engine.policy.Retry;
import io.fluxfabric.engine.reconcile.Reconcilers;
import io.fluxfabric.engine.state.PublicState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** How often and after how long a failed execution is tried again. */
public interface RetryContract extends HolderFixture {

    Failure FLAKY = Failure.transientFailure("connection reset");

    /** Fails an execution of this policy until it has ended; how long each retry was put off. */
    default List<Duration> delaysOf(Retry retry, Failure failure) {
        List<Duration> delays = new ArrayList<>();
        Handle handle = givenRunning(aSubmit().retry(retry));
        FailOutcome outcome = await(executions().fail(handle, failure));
        while (outcome instanceof RetryScheduled scheduled) {
            Duration delay = Duration.between(clock().now(), scheduled.retryAt());
            delays.add(delay);
            clock().advance(delay);
            await(engine().reconcilers().pass(Reconcilers.DELAYED_PROMOTION));
            Claimed next = claimedBy(aClaim());
            assertThat(next.handle().fence().attemptIndex()).isEqualTo(scheduled.nextAttemptIndex());
            outcome = await(executions().fail(next.handle(), failure));
        }
        assertThat(stateOf(handle.executionId())).isEqualTo(PublicState.FAILED);
        return delays;
    }

    default List<Duration> seconds(int... seconds) {
        return IntStream.of(seconds).mapToObj(Duration::ofSeconds).toList();
    }

    @Test
    @DisplayName("it is retried just as often as its policy says, after a fixed wait, then has failed")
    default void fixedWaits() {
        assertThat(delaysOf(Retry.fixed(Duration.ofSeconds(7)).max(3), FLAKY)).isEqualTo(seconds(7, 7, 7));
        assertThat(completions()).hasSize(1);
    }

    @Test
    @DisplayName("exponential waits grow by their factor up to their longest")
    default void exponentialWaits() {
        assertThat(delaysOf(
                        Retry.exponential(Duration.ofSeconds(2))
                                .multiplier(3)
                                .upTo(Duration.ofSeconds(40))
                                .max(5),
                        FLAKY))
                .isEqualTo(seconds(2, 6, 18, 40, 40));
    }

    @Test
    @DisplayName("jittered waits lie between nothing and the full wait, and are not all the same")
    default void jitteredWaits() {
        List<Duration> delays =
                delaysOf(Retry.fixed(Duration.ofSeconds(100)).max(12).jitter(), FLAKY);

        assertThat(delays)
                .hasSize(12)
                .allSatisfy(delay -> assertThat(delay).isBetween(Duration.ZERO, Duration.ofSeconds(100)));
        assertThat(delays.stream().collect(Collectors.toSet())).hasSizeGreaterThan(1);
    }
}
