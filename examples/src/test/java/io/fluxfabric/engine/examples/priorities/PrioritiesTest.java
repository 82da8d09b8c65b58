package io.fluxfabric.engine.examples.priorities;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.examples.BothDatabases;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PrioritiesTest {

    @ParameterizedTest
    @EnumSource
    @DisplayName("the urgent comes first, and what needs a GPU waits for one")
    void runs(BothDatabases database) {
        assertThat(database.told(Priorities::run))
                .filteredOn(line -> line.contains("started") || line.contains("gpu"))
                .satisfiesExactly(
                        line -> assertThat(line).startsWith("reset-password"),
                        line -> assertThat(line).startsWith("monthly-report"),
                        line -> assertThat(line).startsWith("newsletter"),
                        line -> assertThat(line).contains("requires [gpu]"),
                        line -> assertThat(line).startsWith("render-video"));
    }
}
