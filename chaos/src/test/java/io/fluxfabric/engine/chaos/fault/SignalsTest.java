package io.fluxfabric.engine.chaos.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class SignalsTest {

    @Test
    @DisplayName("a frozen process stands still until it is thawed, and can be killed while it is frozen")
    void freezeThawKill() throws Exception {
        Process process = new ProcessBuilder("cat").start();
        try {
            Signals.freeze(process);
            awaitState(process, "T");
            Signals.thaw(process);
            awaitState(process, "S");
            Signals.freeze(process);
            Signals.kill(process);
            assertThat(process.isAlive()).isFalse();
            assertThatThrownBy(() -> Signals.freeze(process)).hasMessageContaining("does not reach process");
        } finally {
            process.destroyForcibly();
        }
    }

    private static void awaitState(Process process, String state) throws Exception {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        String seen = "";
        while (System.nanoTime() < deadline && !seen.equals(state)) {
            seen = state(process);
            Thread.onSpinWait();
        }
        assertThat(seen).isEqualTo(state);
    }

    /** As ps has it, on every Unix. */
    private static String state(Process process) throws Exception {
        Process ps = new ProcessBuilder("ps", "-o", "state=", "-p", Long.toString(process.pid())).start();
        return new String(ps.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8)
                .strip()
                .substring(0, 1);
    }
}
