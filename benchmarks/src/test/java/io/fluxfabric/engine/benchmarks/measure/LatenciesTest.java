package io.fluxfabric.engine.benchmarks.measure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class LatenciesTest {

    @Test
    @DisplayName("percentiles are the times at their place in order, in milliseconds")
    void percentiles() {
        Latencies latencies = new Latencies(101);
        for (int millis = 100; millis >= 0; millis--) {
            latencies.add(millis * 1_000_000L);
        }
        assertThat(latencies.figures().values())
                .containsEntry("p50", 50.0)
                .containsEntry("p99", 99.0)
                .containsEntry("samples", 101.0);
    }

    @Test
    @DisplayName("a burn-down has one rate for the whole and one for each phase")
    void burnDown() {
        assertThat(Figures.burnDown(100, 0, 500_000_000L, 2_000_000_000L).values())
                .containsEntry("rate", 50.0)
                .containsEntry("submit", 200.0)
                .containsEntry("drain", 100 / 1.5);
    }

    @Test
    @DisplayName("what is shared among threads is neither lost nor doubled")
    void shares() {
        int sum = 0;
        for (int thread = 0; thread < 3; thread++) {
            sum += Threads.share(100, 3, thread);
        }
        assertThat(sum).isEqualTo(100);
    }
}
