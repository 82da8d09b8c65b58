package io.fluxfabric.engine.examples.expired;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.examples.BothDatabases;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ExpiredLeasesTest {

    @ParameterizedTest
    @EnumSource
    @DisplayName("each lapse is told once, and all executions are put back")
    void runs(BothDatabases database) {
        assertThat(database.told(ExpiredLeases::run))
                .hasSize(4)
                .endsWith("3 executions are back on their lane")
                .contains(
                        "anna lost its lease (epoch 1)",
                        "bert lost its lease (epoch 1)",
                        "cleo lost its lease (epoch 1)");
    }
}
