package io.fluxfabric.engine.examples.transactional;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.examples.BothDatabases;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BothOrNeitherTest {

    @ParameterizedTest
    @EnumSource
    @DisplayName("what is ordered is shipped once, and what was rolled back is not there at all")
    void runs(BothDatabases database) {
        List<String> told =
                database.with(url -> BothOrNeither.run(url).collectList().block(Duration.ofSeconds(60)));

        assertThat(told)
                .containsSubsequence("ship started, attempt 0", "ship completed")
                .endsWith("A-2 never was: the card is refused", "ordered: [A-1]", "shipped: [A-1]");
    }
}
