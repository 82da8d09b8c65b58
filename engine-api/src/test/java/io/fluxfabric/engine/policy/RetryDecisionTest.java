package io.fluxfabric.engine.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.policy.RetryDecision.Again;
import io.fluxfabric.engine.policy.RetryDecision.End;
import io.fluxfabric.engine.policy.RetryDecision.Reason;
import io.fluxfabric.engine.state.TerminalOutcome;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RetryDecisionTest {
    private static final long NOW = 1_900_000_000_000L;
    private static final Retry RETRY = Retry.fixed(Duration.ofMillis(500)).max(3);

    @ParameterizedTest
    @EnumSource(names = {"TRANSIENT", "INFRA_CRASH", "TIMEOUT"})
    @DisplayName("EXE-021 what may pass is retried after the delay of the policy, as long as retries are left")
    void retried(FailureClass failureClass) {
        Failure failure = Failure.of(failureClass, "no answer");

        assertThat(decide(RETRY, 0, failure)).isEqualTo(new Again(Duration.ofMillis(500), NOW + 500));
        assertThat(decide(RETRY, 2, failure).kind()).isEqualTo(RetryDecision.Kind.RETRY);
        assertThat(decide(RETRY, 3, failure)).isEqualTo(new End(TerminalOutcome.FAILED, Reason.RETRIES_EXHAUSTED));
    }

    @ParameterizedTest
    @EnumSource(names = {"TRANSIENT", "INFRA_CRASH", "TIMEOUT"})
    @DisplayName("EXE-022 without a policy there is no retry")
    void noPolicy(FailureClass failureClass) {
        assertThat(decide(Retry.none(), 0, Failure.of(failureClass, "no answer")))
                .isEqualTo(new End(TerminalOutcome.FAILED, Reason.RETRIES_EXHAUSTED));
    }

    @Test
    @DisplayName("EXE-020 a permanent failure is never retried")
    void permanent() {
        assertThat(decide(RETRY, 0, Failure.permanent("bad address")))
                .isEqualTo(new End(TerminalOutcome.FAILED, Reason.PERMANENT_FAILURE));
    }

    @Test
    @DisplayName("a cancelled attempt ends the execution as cancelled, not as failed")
    void cancelled() {
        assertThat(decide(RETRY, 0, Failure.cancelled("not needed")))
                .isEqualTo(new End(TerminalOutcome.CANCELLED, Reason.CANCELLED));
    }

    @ParameterizedTest
    @EnumSource(names = {"TRANSIENT", "INFRA_CRASH", "TIMEOUT"})
    @DisplayName("when the policy names categories, only those are retried")
    void categories(FailureClass failureClass) {
        Failure failure = Failure.of(failureClass, "no answer");
        Retry only = RETRY.onlyOn("smtp");

        assertThat(decide(only, 0, failure.withCategory("smtp")).kind()).isEqualTo(RetryDecision.Kind.RETRY);
        assertThat(decide(only, 0, failure.withCategory("dns")))
                .isEqualTo(new End(TerminalOutcome.FAILED, Reason.CATEGORY_NOT_RETRYABLE));
        assertThat(decide(RETRY.onlyOn(failureClass.literal()), 0, failure).kind())
                .isEqualTo(RetryDecision.Kind.RETRY);
    }

    @Test
    @DisplayName("a retry that could only start at the deadline or later is not scheduled")
    void deadline() {
        Failure failure = Failure.transientFailure("no answer");

        assertThat(decide(RETRY, 0, failure, OptionalLong.of(NOW + 501)).kind()).isEqualTo(RetryDecision.Kind.RETRY);
        assertThat(decide(RETRY, 0, failure, OptionalLong.of(NOW + 500)))
                .isEqualTo(new End(TerminalOutcome.FAILED, Reason.DEADLINE_BEFORE_RETRY));
    }

    @Test
    @DisplayName("a decision follows the random source, so that it can be repeated")
    void reproducible() {
        Retry jittered = Retry.exponential(Duration.ofSeconds(1)).jitter();

        assertThat(RetryDecision.decide(
                        jittered, 1, Failure.timeout("slow"), NOW, OptionalLong.empty(), new Random(42)))
                .isEqualTo(RetryDecision.decide(
                        jittered, 1, Failure.timeout("slow"), NOW, OptionalLong.empty(), new Random(42)))
                .isInstanceOfSatisfying(
                        Again.class, again -> assertThat(again.atMs()).isBetween(NOW, NOW + 2_000));
    }

    private static RetryDecision decide(Retry retry, int retriesUsed, Failure failure) {
        return decide(retry, retriesUsed, failure, OptionalLong.empty());
    }

    private static RetryDecision decide(Retry retry, int retriesUsed, Failure failure, OptionalLong deadline) {
        return RetryDecision.decide(retry, retriesUsed, failure, NOW, deadline, new Random(7));
    }
}
