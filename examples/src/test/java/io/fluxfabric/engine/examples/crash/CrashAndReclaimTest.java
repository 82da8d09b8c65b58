package io.fluxfabric.engine.examples.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.examples.BothDatabases;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CrashAndReclaimTest {

    @ParameterizedTest
    @EnumSource
    @DisplayName("the second worker takes over, and the first is refused")
    void runs(BothDatabases database) {
        assertThat(database.told(CrashAndReclaim::run))
                .satisfiesExactly(
                        line -> assertThat(line).isEqualTo("anna has it, epoch 1"),
                        line -> assertThat(line).isEqualTo("bert has it, epoch 2"),
                        line -> assertThat(line).startsWith("anna is refused: "),
                        line -> assertThat(line).isEqualTo("bert completed it"));
    }
}
