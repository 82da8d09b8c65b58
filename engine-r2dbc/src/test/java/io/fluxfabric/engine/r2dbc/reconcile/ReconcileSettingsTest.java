package io.fluxfabric.engine.r2dbc.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fluxfabric.engine.error.ConfigurationException;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ReconcileSettingsTest {

    private static final ReconcileSettings DEFAULTS = ReconcileSettings.defaults();

    @Test
    @DisplayName("executions are remembered for a day and events for a week, unless it is set otherwise")
    void defaults() {
        assertThat(DEFAULTS.retention()).isEqualTo(Duration.ofDays(1));
        assertThat(DEFAULTS.eventAge()).isEqualTo(Duration.ofDays(7));
        assertThat(DEFAULTS.batch(7)
                        .reclaimGrace(Duration.ofSeconds(1))
                        .retention(Duration.ofSeconds(2))
                        .eventAge(Duration.ofSeconds(3)))
                .isEqualTo(new ReconcileSettings(
                        7, Duration.ofSeconds(1), Duration.ofSeconds(2), Duration.ofSeconds(3), ReconcileFilter.all()));
    }

    @Test
    @DisplayName("what is out of range is refused in the name of the setting")
    void limits() {
        Duration negative = Duration.ofMillis(-1);
        Duration tooLong = Duration.ofDays(36_601);
        refused("reconcile.batch", () -> DEFAULTS.batch(0));
        refused("reconcile.batch", () -> DEFAULTS.batch(10_001));
        refused("reconcile.reclaimGrace", () -> DEFAULTS.reclaimGrace(negative));
        refused("reconcile.reclaimGrace", () -> DEFAULTS.reclaimGrace(tooLong));
        refused("reconcile.retention", () -> DEFAULTS.retention(negative));
        refused("reconcile.retention", () -> DEFAULTS.retention(tooLong));
        refused("reconcile.eventAge", () -> DEFAULTS.eventAge(negative));
        refused("reconcile.eventAge", () -> DEFAULTS.eventAge(tooLong));
    }

    private static void refused(String setting, Runnable change) {
        assertThatThrownBy(change::run)
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining(setting);
    }
}
