package io.fluxfabric.engine.chaos.soak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.fluxfabric.engine.audit.Violation;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class SoakResultTest {

    private static final SoakPlan HALF_AN_HOUR = new SoakPlan(Duration.ofMinutes(30), OptionalDouble.of(100));

    @Test
    @DisplayName("a trend leaves the warm-up out, and its slope is that of the line through all samples")
    void trend() {
        SoakResult result = result(100, 10, 10, 0, List.of());
        Trend heap = result.trend(Figure.HEAP);
        assertThat(heap.start()).isEqualTo(10);
        assertThat(heap.end()).isEqualTo(13);
        assertThat(heap.least()).isEqualTo(10);
        assertThat(heap.most()).isEqualTo(15);
        // 10, 15, 13 at minutes 1, 2, 3: (13 - 10) / 2 per minute
        assertThat(heap.slope()).isCloseTo(90, within(1e-9));
    }

    @Test
    @DisplayName("one sample has no slope")
    void oneSample() {
        assertThat(Trend.of(Figure.HEAP, List.of(sample(1, false, 10))).slope()).isZero();
    }

    @Test
    @DisplayName("only a run that completed all it submitted, left nothing open and passes the audit holds")
    void verdict() {
        assertThat(result(100, 10, 10, 0, List.of()).holds()).isTrue();
        assertThat(result(100, 10, 9, 0, List.of()).holds()).isFalse();
        assertThat(result(100, 10, 11, 0, List.of()).holds()).isFalse();
        assertThat(result(100, 10, 10, 1, List.of()).holds()).isFalse();
        Violation violation = new Violation("states", Optional.empty(), "planted");
        assertThat(result(100, 10, 10, 0, List.of(violation)).holds()).isFalse();
    }

    @Test
    @DisplayName("the last line has the numbers, and a rate that was not held is noted")
    void words() {
        SoakResult slow = result(98, 10, 9, 0, List.of());
        assertThat(slow.line())
                .isEqualTo("rate=100 submitted=10 completed=9 lost=1 heap_slope_mib_per_h=90.0 dead_tuples_end=0");
        assertThat(Words.of(slow)).contains("note: the rate was not held: 98.0/s instead of 100.0/s");
        assertThat(result(99.5, 10, 10, 0, List.of()).notes()).isEmpty();
    }

    @Test
    @DisplayName("half an hour is sampled every minute, keeps two minutes and warms up for four; an hour as well")
    void plan() {
        SoakPlan hour = new SoakPlan(Duration.ofHours(1), OptionalDouble.empty());
        for (SoakPlan plan : List.of(HALF_AN_HOUR, hour)) {
            assertThat(plan.period()).isEqualTo(Duration.ofMinutes(1));
            assertThat(plan.retention()).isEqualTo(Duration.ofMinutes(2));
            assertThat(plan.warmUp()).isEqualTo(Duration.ofMinutes(4));
            assertThat(plan.calibration()).isEqualTo(Duration.ofSeconds(10));
        }
        assertThat(HALF_AN_HOUR.samples()).isEqualTo(30);
        assertThat(hour.samples()).isEqualTo(60);
    }

    private static SoakResult result(
            double held, long submitted, long completed, long open, List<Violation> violations) {
        List<Sample> samples =
                List.of(sample(0, true, 99), sample(1, false, 10), sample(2, false, 15), sample(3, false, 13));
        return new SoakResult(HALF_AN_HOUR, 100, held, submitted, completed, open, violations, List.of(), samples);
    }

    private static Sample sample(int minute, boolean warmUp, double heap) {
        return new Sample(minute * 60.0, warmUp, Map.of(Figure.HEAP, heap));
    }
}
