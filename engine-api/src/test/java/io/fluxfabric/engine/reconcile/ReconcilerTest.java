package io.fluxfabric.engine.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fluxfabric.engine.error.ValidationException;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ReconcilerTest {

    @Test
    @DisplayName("every task has its reconciler, switched on")
    void all() {
        assertThat(Reconcilers.ALL).extracting(Reconciler::task).containsExactly(Reconciler.Task.values());
        assertThat(Reconcilers.ALL).allMatch(Reconciler::enabled);
    }

    @Test
    @DisplayName("its interval can be changed; zero switches it off; less, and what no timer can count, is refused")
    void every() {
        Reconciler changed = Reconcilers.LEASE_EXPIRY.every(Duration.ofMillis(500));

        assertThat(changed.interval()).isEqualTo(Duration.ofMillis(500));
        assertThat(changed.name()).isEqualTo("lease_expiry");
        assertThat(changed.every(Duration.ZERO).enabled()).isFalse();
        assertThatThrownBy(() -> changed.every(Duration.ofMillis(-1)))
                .isInstanceOf(ValidationException.class)
                .hasMessageContaining("interval");
        assertThatThrownBy(() -> changed.every(Reconciler.LONGEST.plusMillis(1)))
                .isInstanceOf(ValidationException.class)
                .hasMessageContaining("interval");
    }
}
