package io.fluxfabric.engine.r2dbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fluxfabric.engine.error.ConfigurationException;
import io.fluxfabric.engine.r2dbc.reconcile.ReconcileSettings;
import io.fluxfabric.engine.r2dbc.sql.connect.PoolSettings;
import io.fluxfabric.engine.r2dbc.sql.connect.SessionSettings;
import io.r2dbc.spi.ConnectionFactories;
import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class SettingsTest {

    private static void refused(String setting, String words, ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(ConfigurationException.class, wrong -> {
            assertThat(wrong.setting()).isEqualTo(setting);
            assertThat(wrong.getMessage()).contains(words);
            assertThat(wrong.getCause()).isNull();
        });
    }

    @Test
    @DisplayName("an unknown URL scheme names the scheme and what is supported")
    void unknownScheme() {
        refused("url", "mysql", () -> R2dbcEngine.open("r2dbc:mysql://localhost/x"));
        refused("url", "r2dbc:sqlite", () -> R2dbcEngine.open("r2dbc:mysql://localhost/x"));
    }

    @Test
    @DisplayName("what is no R2DBC URL is refused without repeating it, because it may hold a password")
    void noUrl() {
        refused("url", "not an R2DBC URL", () -> R2dbcEngine.open("jdbc:postgresql://u:s3cret@localhost/x"));
        assertThatThrownBy(() -> R2dbcEngine.open("jdbc:postgresql://u:s3cret@localhost/x"))
                .hasMessageNotContaining("s3cret");
        refused("url", "not an R2DBC URL", () -> R2dbcEngine.open(""));
    }

    @Test
    @DisplayName("a connection factory for another product is refused with what was seen")
    void foreignFactory() {
        refused("connectionFactory", "'H2'", () -> R2dbcEngine.on(ConnectionFactories.get("r2dbc:h2:mem:///x")));
    }

    @Test
    @DisplayName("a pool of zero, a partition count out of range and empty times are refused by name")
    void ranges() {
        refused("pool.size", "0", () -> PoolSettings.defaults().size(0));
        refused("pool.reserved", "0", () -> PoolSettings.defaults().reserved(0));
        refused("pool.maxAcquireTime", "PT0S", () -> PoolSettings.defaults().maxAcquireTime(Duration.ZERO));
        refused("partitions", "0", () -> EngineSettings.defaults().partitions(0));
        refused("partitions", "65537", () -> EngineSettings.defaults().partitions(65_537));
        refused("reconcile.batch", "0", () -> ReconcileSettings.defaults().batch(0));
        refused("reconcile.batch", "10001", () -> ReconcileSettings.defaults().batch(10_001));
        refused(
                "reconcile.reclaimGrace",
                "PT-0.001S",
                () -> ReconcileSettings.defaults().reclaimGrace(Duration.ofMillis(-1)));
        refused("operationTimeout", "PT0S", () -> EngineSettings.defaults().operationTimeout(Duration.ZERO));
        refused("session", "at least 1 ms", () -> new SessionSettings("x", Duration.ZERO, Duration.ofSeconds(1)));
    }
}
