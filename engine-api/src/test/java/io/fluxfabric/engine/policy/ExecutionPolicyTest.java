package io.fluxfabric.engine.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fluxfabric.engine.error.ErrorCode;
import io.fluxfabric.engine.error.ValidationException;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExecutionPolicyTest {
    private static final ExecutionPolicy DEFAULTS = ExecutionPolicy.defaults();
    private static final ExecutionPolicy FULL = DEFAULTS.withRetry(
                    Retry.exponential(Duration.ofSeconds(1)).max(5).jitter().onlyOn("smtp", "dns"))
            .withAttemptTimeout(Duration.ofSeconds(30))
            .withExecutionDeadline(Duration.ofHours(2))
            .withMaxReclaims(3)
            .withMaxReplays(0)
            .withRetention(Duration.ofDays(7))
            .withDedupWindow(Duration.ofMinutes(5));

    static Stream<ExecutionPolicy> policies() {
        return Stream.of(
                DEFAULTS,
                FULL,
                DEFAULTS.withRetry(Retry.fixed(Duration.ZERO)),
                DEFAULTS.withRetry(Retry.fixed(Duration.ofMillis(500)).max(0).onlyOn("x")),
                DEFAULTS.withRetry(Retry.exponential(Duration.ofMillis(1)).multiplier(1.5)),
                DEFAULTS.withAttemptTimeout(Duration.ofNanos(1_500_000)));
    }

    @ParameterizedTest
    @MethodSource("policies")
    @DisplayName("a policy comes back from its stored form as it was")
    void roundTrip(ExecutionPolicy policy) {
        assertThat(ExecutionPolicy.fromJson(policy.toJson())).isEqualTo(policy);
    }

    @Test
    @DisplayName("the stored form is compact, stable and leaves out what is unset")
    void stored() {
        assertThat(DEFAULTS.toJson()).isEqualTo("{}");
        assertThat(FULL.toJson())
                .isEqualTo("{\"retry\":{\"max_retries\":5,\"backoff\":\"exponential\",\"initial_ms\":1000,"
                        + "\"max_ms\":60000,\"multiplier\":2.0,\"jitter\":true,"
                        + "\"retryable_categories\":[\"dns\",\"smtp\"]},\"attempt_timeout_ms\":30000,"
                        + "\"execution_deadline_ms\":7200000,\"max_reclaim_count\":3,\"max_replay_count\":0,"
                        + "\"retention_ms\":604800000,\"dedup_window_ms\":300000}");
    }

    @Test
    @DisplayName("the defaults are no retry, 100 reclaims, 10 replays and a day of deduplication")
    void defaults() {
        assertThat(DEFAULTS.retry()).isEqualTo(Retry.none());
        assertThat(DEFAULTS.maxReclaims()).isEqualTo(100);
        assertThat(DEFAULTS.maxReplays()).isEqualTo(10);
        assertThat(DEFAULTS.dedupWindow()).isEqualTo(Duration.ofHours(24));
        assertThat(DEFAULTS.attemptTimeout()).isEmpty();
        assertThat(DEFAULTS.executionDeadline()).isEmpty();
        assertThat(DEFAULTS.retention()).isEmpty();
    }

    @Test
    @DisplayName("a policy of a newer release is read as far as it is understood, and gaps get defaults")
    void tolerant() {
        assertThat(ExecutionPolicy.fromJson("{\"fallback\":{\"tiers\":[]},\"max_replay_count\":2}"))
                .isEqualTo(DEFAULTS.withMaxReplays(2));
        assertThat(ExecutionPolicy.fromJson("{\"retry\":{\"backoff\":\"exponential\",\"initial_ms\":1000}}"))
                .isEqualTo(DEFAULTS.withRetry(Retry.exponential(Duration.ofSeconds(1))));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "[]",
                "null",
                "7",
                "{} {}",
                "{\"retry\":7}",
                "{\"retry\":{}}",
                "{\"retry\":{\"backoff\":\"linear\"}}",
                "{\"retry\":{\"backoff\":\"fixed\"}}",
                "{\"retry\":{\"backoff\":\"fixed\",\"delay_ms\":-1}}",
                "{\"retry\":{\"backoff\":\"fixed\",\"delay_ms\":1,\"max_retries\":99999999999}}",
                "{\"retry\":{\"backoff\":\"fixed\",\"delay_ms\":1,\"jitter\":\"yes\"}}",
                "{\"retry\":{\"backoff\":\"fixed\",\"delay_ms\":1,\"retryable_categories\":\"smtp\"}}",
                "{\"retry\":{\"backoff\":\"fixed\",\"delay_ms\":1,\"retryable_categories\":[7]}}",
                "{\"retry\":{\"backoff\":\"exponential\",\"initial_ms\":1,\"multiplier\":\"2\"}}",
                "{\"attempt_timeout_ms\":null}",
                "{\"attempt_timeout_ms\":0}",
                "{\"attempt_timeout_ms\":1.5}",
                "{\"attempt_timeout_ms\":1e99}",
                "{\"max_reclaim_count\":-1}",
                "{\"max_replay_count\":\"10\"}",
            })
    @DisplayName("what is no policy is refused as InvalidPolicyJson")
    void refused(String json) {
        assertThatThrownBy(() -> ExecutionPolicy.fromJson(json))
                .isInstanceOfSatisfying(
                        ValidationException.class,
                        error -> assertThat(error.code()).isEqualTo(ErrorCode.INVALID_POLICY_JSON));
    }

    @Test
    @DisplayName("each bound passes, one beyond is refused")
    void bounds() {
        Duration longest = ExecutionPolicy.LONGEST;
        assertThat(DEFAULTS.withAttemptTimeout(Duration.ofMillis(1)).attemptTimeout())
                .contains(Duration.ofMillis(1));
        assertThat(DEFAULTS.withRetention(longest).retention()).contains(longest);
        assertThatThrownBy(() -> DEFAULTS.withAttemptTimeout(Duration.ofNanos(999_999)))
                .hasMessageStartingWith("policy.attemptTimeout must be between");
        assertThatThrownBy(() -> DEFAULTS.withExecutionDeadline(longest.plusMillis(1)))
                .hasMessageStartingWith("policy.deadline");
        assertThatThrownBy(() -> DEFAULTS.withRetention(Duration.ZERO)).hasMessageStartingWith("policy.retention");
        assertThatThrownBy(() -> DEFAULTS.withDedupWindow(Duration.ZERO)).hasMessageStartingWith("policy.dedupWindow");

        assertThat(DEFAULTS.withMaxReclaims(1_000_000).maxReclaims()).isEqualTo(1_000_000);
        assertThatThrownBy(() -> DEFAULTS.withMaxReclaims(1_000_001)).hasMessageStartingWith("policy.maxReclaims");
        assertThat(DEFAULTS.withMaxReplays(0).maxReplays()).isZero();
        assertThatThrownBy(() -> DEFAULTS.withMaxReplays(-1))
                .hasMessage("policy.maxReplays must be between 0 and 1000000, but is -1");
    }
}
