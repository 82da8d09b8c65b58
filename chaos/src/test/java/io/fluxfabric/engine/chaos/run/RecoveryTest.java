package io.fluxfabric.engine.chaos.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RecoveryTest {

    private final Recovery recovery = new Recovery(10);

    private Optional<Duration> look(long millis, int completed) {
        return recovery.look(Duration.ofMillis(millis), completed);
    }

    @Test
    @DisplayName("the time is when the first window of enough completions began")
    void firstWindow() {
        assertThat(look(0, 100)).isEmpty();
        assertThat(look(500, 100)).isEmpty();
        assertThat(look(1000, 104)).isEmpty();
        assertThat(look(1500, 109)).contains(Duration.ofMillis(500));
    }

    @Test
    @DisplayName("less than 0.9 of what is submitted is not enough, and 0.9 is")
    void enough() {
        assertThat(look(0, 100)).isEmpty();
        assertThat(look(1000, 108)).isEmpty();
        assertThat(look(2000, 117)).contains(Duration.ofSeconds(1));
    }

    @Test
    @DisplayName("what was completed at once is not enough before a whole window is over")
    void whole() {
        assertThat(look(0, 0)).isEmpty();
        assertThat(look(900, 500)).isEmpty();
        assertThat(look(1100, 500)).contains(Duration.ZERO);
    }

    @Test
    @DisplayName("a look that comes late makes a longer window, which needs more")
    void late() {
        assertThat(look(0, 0)).isEmpty();
        assertThat(look(60_000, 500)).isEmpty();
        assertThat(look(61_000, 509)).contains(Duration.ofSeconds(60));
    }
}
