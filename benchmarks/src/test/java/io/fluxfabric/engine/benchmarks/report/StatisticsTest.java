package io.fluxfabric.engine.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class StatisticsTest {

    @Test
    @DisplayName("the median of an odd number of values is the one in the middle, in whatever order they came")
    void odd() {
        Statistics found = Statistics.of(9, 1, 5);
        assertThat(found.median()).isEqualTo(5);
        assertThat(found.min()).isEqualTo(1);
        assertThat(found.max()).isEqualTo(9);
        assertThat(found.count()).isEqualTo(3);
        assertThat(found.deviation()).isEqualTo(4);
    }

    @Test
    @DisplayName("the median of an even number of values lies between the two in the middle")
    void even() {
        Statistics found = Statistics.of(4, 1, 3, 100);
        assertThat(found.median()).isEqualTo(3.5);
        assertThat(found.deviation()).isCloseTo(48.683, within(0.001));
    }

    @Test
    @DisplayName("a single value has no deviation, and no value has no statistics")
    void fewValues() {
        assertThat(Statistics.of(7)).isEqualTo(new Statistics(1, 7, 7, 7, 0));
        assertThatIllegalArgumentException().isThrownBy(Statistics::of);
    }
}
