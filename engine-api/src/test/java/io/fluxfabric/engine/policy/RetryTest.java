package io.fluxfabric.engine.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fluxfabric.engine.error.ValidationException;
import java.time.Duration;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RetryTest {
    private final Random random = new Random(7);

    @ParameterizedTest
    @CsvSource({"0, 1000", "1, 2000", "2, 4000", "5, 32000", "6, 60000", "62, 60000", "63, 60000", "2147483647, 60000"})
    @DisplayName("exponential waits double up to the longest, and never overflow")
    void exponential(int retriesUsed, long millis) {
        assertThat(Retry.exponential(Duration.ofSeconds(1)).delay(retriesUsed, random))
                .isEqualTo(Duration.ofMillis(millis));
    }

    @Test
    @DisplayName("the longest wait and the strongest growth together stay within the longest wait")
    void extremes() {
        Retry retry = Retry.exponential(Duration.ofMillis(1)).multiplier(100).upTo(Backoff.LONGEST);

        assertThat(retry.delay(2, random)).isEqualTo(Duration.ofSeconds(10));
        assertThat(retry.delay(Integer.MAX_VALUE, random)).isEqualTo(Backoff.LONGEST);
    }

    @Test
    @DisplayName("fixed waits stay the same")
    void fixed() {
        assertThat(Retry.fixed(Duration.ofMillis(500)).delay(0, random)).isEqualTo(Duration.ofMillis(500));
        assertThat(Retry.fixed(Duration.ofMillis(500)).delay(99, random)).isEqualTo(Duration.ofMillis(500));
        assertThat(Retry.fixed(Duration.ZERO).jitter().delay(0, random)).isZero();
    }

    @Test
    @DisplayName("full jitter spreads waits from zero to the whole wait, both included")
    void jitter() {
        Retry retry = Retry.fixed(Duration.ofMillis(3)).jitter();

        assertThat(IntStream.range(0, 1_000)
                        .mapToObj(n -> retry.delay(0, random).toMillis())
                        .distinct())
                .containsExactlyInAnyOrder(0L, 1L, 2L, 3L);
    }

    @Test
    @DisplayName("the sample of the guide reads as it says")
    void fluent() {
        Retry retry = Retry.exponential(Duration.ofSeconds(1)).max(5).jitter().onlyOn("b", "a");

        assertThat(retry.maxRetries()).isEqualTo(5);
        assertThat(retry.jittered()).isTrue();
        assertThat(retry.categories()).containsExactly("a", "b");
        assertThat(Retry.exponential(Duration.ofMinutes(5)).delay(3, random)).isEqualTo(Duration.ofMinutes(5));
        assertThat(Retry.none().maxRetries()).isZero();
        assertThat(Retry.fixed(Duration.ofSeconds(1)).maxRetries()).isEqualTo(3);
    }

    @Test
    @DisplayName("each bound passes, one beyond is refused with field, range and value")
    void bounds() {
        Retry fixed = Retry.fixed(Duration.ofSeconds(1));
        assertThat(fixed.max(0).maxRetries()).isZero();
        assertThat(fixed.max(10_000).maxRetries()).isEqualTo(10_000);
        assertThatThrownBy(() -> fixed.max(10_001)).hasMessage("retry.max must be between 0 and 10000, but is 10001");
        assertThatThrownBy(() -> fixed.max(-1)).isInstanceOf(ValidationException.class);

        assertThat(Retry.fixed(Backoff.LONGEST).delay(0, random)).isEqualTo(Backoff.LONGEST);
        assertThatThrownBy(() -> Retry.fixed(Backoff.LONGEST.plusMillis(1))).hasMessageStartingWith("retry.delay");
        assertThatThrownBy(() -> Retry.fixed(Duration.ofMillis(-1))).isInstanceOf(ValidationException.class);
        assertThatThrownBy(() -> Retry.exponential(Duration.ZERO)).hasMessageStartingWith("retry.initial");
        assertThatThrownBy(() -> Retry.exponential(Duration.ofSeconds(2)).upTo(Duration.ofSeconds(1)))
                .hasMessageStartingWith("retry.longest");

        String[] most = IntStream.range(0, 64).mapToObj(n -> "c" + n).toArray(String[]::new);
        String[] more = IntStream.range(0, 65).mapToObj(n -> "c" + n).toArray(String[]::new);
        assertThat(fixed.onlyOn(most).categories()).hasSize(64);
        assertThatThrownBy(() -> fixed.onlyOn(more)).hasMessageStartingWith("retry.categories");
        assertThatThrownBy(() -> fixed.onlyOn("")).hasMessage("retry.category must not be empty");
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.99, 100.1, Double.NaN, Double.POSITIVE_INFINITY, -1})
    @DisplayName("a factor that shrinks, explodes or is no number is refused")
    void multiplier(double factor) {
        assertThatThrownBy(() -> Retry.exponential(Duration.ofSeconds(1)).multiplier(factor))
                .isInstanceOf(ValidationException.class)
                .hasMessageStartingWith("retry.multiplier");
    }

    @Test
    @DisplayName("only exponential waits have a longest one and a factor")
    void fixedDoesNotGrow() {
        assertThatThrownBy(() -> Retry.fixed(Duration.ofSeconds(1)).multiplier(2))
                .hasMessage("retry.multiplier applies to exponential waits only");
        assertThatThrownBy(() -> Retry.none().upTo(Duration.ofSeconds(1))).isInstanceOf(ValidationException.class);
    }
}
