package io.fluxfabric.engine.examples.byhand;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.examples.BothDatabases;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ByHandTest {

    @ParameterizedTest
    @EnumSource
    @DisplayName("one invoice is sent, and the other refused for good")
    void runs(BothDatabases database) {
        assertThat(database.told(ByHand::run))
                .containsExactlyInAnyOrder("sent {\"number\":\"A-1\",\"cents\":4200}", "not sent: A-2 is below zero");
    }
}
