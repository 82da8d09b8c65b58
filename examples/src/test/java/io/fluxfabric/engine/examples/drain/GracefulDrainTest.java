package io.fluxfabric.engine.examples.drain;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.examples.BothDatabases;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class GracefulDrainTest {

    @ParameterizedTest
    @EnumSource
    @DisplayName("what can finish does, and the rest is given back")
    void runs(BothDatabases database) {
        assertThat(database.told(GracefulDrain::run))
                .containsSubsequence(
                        "draining, 2 running", "takes-hours given back: the worker drains", "worker is gone")
                .containsSubsequence("draining, 2 running", "nearly-done completed", "worker is gone")
                .endsWith("nearly-done is completed", "takes-hours is resumable");
    }
}
