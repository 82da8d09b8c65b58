package io.fluxfabric.engine.examples.delays;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.examples.BothDatabases;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DelaysTest {

    @ParameterizedTest
    @EnumSource
    @DisplayName("the reminder waits for its time, and the offer expires")
    void runs(BothDatabases database) {
        assertThat(database.told(Delays::run))
                .containsSubsequence("remind is delayed", "remind is completed")
                .contains("make-offer is expired")
                .doesNotContain("remind is expired", "make-offer is completed");
    }
}
