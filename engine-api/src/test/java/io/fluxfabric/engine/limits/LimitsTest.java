package io.fluxfabric.engine.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fluxfabric.engine.error.ConfigurationException;
import io.fluxfabric.engine.error.ErrorCode;
import io.fluxfabric.engine.error.ValidationException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class LimitsTest {
    private static final Limits LIMITS = Limits.defaults();

    @ParameterizedTest(name = "{0}")
    @EnumSource
    @DisplayName("a limit can be set to its floor and its ceiling, and not beyond")
    void ranges(Limit limit) {
        assertThat(LIMITS.get(limit)).isEqualTo(limit.standard()).isBetween(limit.floor(), limit.ceiling());
        assertThat(LIMITS.with(limit, limit.floor()).get(limit)).isEqualTo(limit.floor());
        assertThat(LIMITS.with(limit, limit.ceiling()).get(limit)).isEqualTo(limit.ceiling());
        assertThatThrownBy(() -> LIMITS.with(limit, limit.floor() - 1))
                .isInstanceOfSatisfying(
                        ConfigurationException.class,
                        error -> assertThat(error.setting()).isEqualTo(limit.setting()));
        assertThatThrownBy(() -> LIMITS.with(limit, limit.ceiling() + 1))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining(String.valueOf(limit.ceiling() + 1));
    }

    static Stream<Arguments> sizes() {
        return Stream.of(
                size(Limit.PAYLOAD_BYTES, ErrorCode.PAYLOAD_TOO_LARGE, LIMITS::checkPayload),
                size(Limit.RESULT_BYTES, ErrorCode.PAYLOAD_TOO_LARGE, LIMITS::checkResult),
                size(Limit.FAILURE_DETAIL_BYTES, ErrorCode.PAYLOAD_TOO_LARGE, LIMITS::checkFailureDetail),
                text(Limit.FAILURE_MESSAGE_BYTES, LIMITS::checkFailureMessage),
                text(Limit.PROGRESS_MESSAGE_BYTES, LIMITS::checkProgressMessage),
                text(Limit.TAG_VALUE_BYTES, value -> LIMITS.checkTagValue("app.key", value)),
                size(Limit.TAGS, ErrorCode.INVALID_INPUT, count -> LIMITS.checkTags(tags(count))));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("sizes")
    @DisplayName("exactly the limit passes, one more is refused with limit and actual size")
    void sizes(Limit limit, ErrorCode code, LongConsumer check) {
        long most = LIMITS.get(limit);
        assertThatCode(() -> check.accept(most)).doesNotThrowAnyException();
        assertThatThrownBy(() -> check.accept(most + 1)).isInstanceOfSatisfying(ValidationException.class, error -> {
            assertThat(error.code()).isEqualTo(code);
            assertThat(error.details())
                    .containsEntry("limit", String.valueOf(most))
                    .containsEntry("actual", String.valueOf(most + 1));
        });
    }

    static Stream<Arguments> times() {
        return Stream.of(
                Arguments.of(Limit.LEASE_TTL_MIN, Limit.LEASE_TTL_MAX, time(LIMITS::checkLeaseTtl)),
                Arguments.of(Limit.GRANT_TTL_MIN, Limit.GRANT_TTL_MAX, time(LIMITS::checkGrantTtl)),
                Arguments.of(Limit.LIVENESS_TTL_MIN, Limit.LIVENESS_TTL_MAX, time(LIMITS::checkLivenessTtl)));
    }

    @ParameterizedTest(name = "{1}")
    @MethodSource("times")
    @DisplayName("the shortest and the longest time pass, one millisecond beyond does not")
    void times(Limit least, Limit most, Consumer<Duration> check) {
        Duration shortest = Duration.ofMillis(LIMITS.get(least));
        Duration longest = Duration.ofMillis(LIMITS.get(most));
        assertThatCode(() -> check.accept(shortest)).doesNotThrowAnyException();
        assertThatCode(() -> check.accept(longest)).doesNotThrowAnyException();
        assertThatThrownBy(() -> check.accept(shortest.minusMillis(1)))
                .isInstanceOf(ValidationException.class)
                .hasMessageContaining("must be between " + shortest + " and " + longest);
        assertThatThrownBy(() -> check.accept(longest.plusMillis(1))).isInstanceOf(ValidationException.class);
    }

    @Test
    @DisplayName("a delay may lie in the past but not beyond the limit")
    void delay() {
        Duration most = Duration.ofMillis(LIMITS.get(Limit.DELAY_MAX));
        assertThatCode(() -> LIMITS.checkDelay("delay", Duration.ofDays(-1))).doesNotThrowAnyException();
        assertThatCode(() -> LIMITS.checkDelay("delay", most)).doesNotThrowAnyException();
        assertThatThrownBy(() -> LIMITS.checkDelay("delay", most.plusMillis(1)))
                .isInstanceOf(ValidationException.class)
                .hasMessageStartingWith("delay must be between");
    }

    @Test
    @DisplayName("a claim may wait from not at all up to the limit")
    void claimWait() {
        Duration most = Duration.ofMillis(LIMITS.get(Limit.CLAIM_WAIT_MAX));
        assertThatCode(() -> LIMITS.checkClaimWait(Duration.ZERO)).doesNotThrowAnyException();
        assertThatCode(() -> LIMITS.checkClaimWait(most)).doesNotThrowAnyException();
        assertThatThrownBy(() -> LIMITS.checkClaimWait(Duration.ofMillis(-1))).isInstanceOf(ValidationException.class);
        assertThatThrownBy(() -> LIMITS.checkClaimWait(most.plusMillis(1))).isInstanceOf(ValidationException.class);
    }

    @ParameterizedTest(name = "{0}")
    @EnumSource(
            names = {
                "CLAIM_BATCH",
                "SUBMIT_BATCH",
                "RENEW_BATCH",
                "EXECUTIONS_PAGE",
                "EXPIRED_LEASES_PAGE",
                "WORKERS_PAGE",
                "LANES_PAGE",
                "EVENTS_PAGE"
            })
    @DisplayName("a batch has from one item up to the limit")
    void batches(Limit limit) {
        int most = (int) LIMITS.get(limit);
        assertThat(LIMITS.checkBatch("max", limit, 1)).isEqualTo(1);
        assertThat(LIMITS.checkBatch("max", limit, most)).isEqualTo(most);
        assertThatThrownBy(() -> LIMITS.checkBatch("max", limit, 0)).isInstanceOf(ValidationException.class);
        assertThatThrownBy(() -> LIMITS.checkBatch("max", limit, most + 1))
                .hasMessage("max must be between 1 and " + most + ", but is " + (most + 1));
    }

    @Test
    @DisplayName("a changed limit leaves the defaults as they were and counts for equality")
    void immutable() {
        Limits larger = LIMITS.with(Limit.PAYLOAD_BYTES, 2 << 20);

        assertThat(Limits.defaults().get(Limit.PAYLOAD_BYTES)).isEqualTo(1 << 20);
        assertThat(larger.get(Limit.PAYLOAD_BYTES)).isEqualTo(2 << 20);
        assertThat(larger).isNotEqualTo(LIMITS);
        assertThat(larger.with(Limit.PAYLOAD_BYTES, 1 << 20)).isEqualTo(LIMITS).hasSameHashCodeAs(LIMITS);
    }

    @Test
    @DisplayName("only a time can be set as a duration")
    void durations() {
        assertThat(LIMITS.with(Limit.GRANT_TTL_MAX, Duration.ofSeconds(5)).get(Limit.GRANT_TTL_MAX))
                .isEqualTo(5000);
        assertThatThrownBy(() -> LIMITS.with(Limit.TAGS, Duration.ofSeconds(5)))
                .isInstanceOf(ConfigurationException.class);
    }

    @Test
    @DisplayName("NUL in a message is refused even when it is short enough")
    void storable() {
        assertThatThrownBy(() -> LIMITS.checkProgressMessage("half\u0000way"))
                .hasMessage("progress.message must not contain NUL, but has U+0000 at index 4");
    }

    private static Arguments size(Limit limit, ErrorCode code, LongConsumer check) {
        return Arguments.of(limit, code, check);
    }

    private static Arguments text(Limit limit, Consumer<String> check) {
        LongConsumer ofLength = length -> check.accept("é".repeat((int) length / 2) + "x".repeat((int) length % 2));
        return Arguments.of(limit, ErrorCode.INVALID_INPUT, ofLength);
    }

    private static Consumer<Duration> time(Consumer<Duration> check) {
        return check;
    }

    private static Map<String, String> tags(long count) {
        Map<String, String> tags = new HashMap<>();
        for (int n = 0; n < count; n++) {
            tags.put("app.tag_" + n, "v");
        }
        return tags;
    }
}
