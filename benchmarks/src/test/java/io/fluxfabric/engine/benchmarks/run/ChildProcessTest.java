package io.fluxfabric.engine.benchmarks.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fluxfabric.engine.benchmarks.child.SystemName;
import io.fluxfabric.engine.benchmarks.measure.Work;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ChildProcessTest {

    @Test
    @DisplayName("a command that fails in the process fails here, with its reason and without the password")
    void failingCommand() {
        try (ChildProcess child = ChildProcess.start(SystemName.NAIVE, ChildProcess.JVM)) {
            assertThat(child.description()).contains("batches of 1");
            assertThatThrownBy(() -> child.round(new Work("burn-down", 1, 1)))
                    .isInstanceOf(BenchmarkFailedException.class)
                    .hasMessageContaining("naive failed at \"round burn-down 1 1\"")
                    .hasMessageContaining("not open");
            assertThatThrownBy(() -> child.open("jdbc:postgresql://127.0.0.1:1/x?password=secret", "r2dbc:none"))
                    .isInstanceOf(BenchmarkFailedException.class)
                    .hasMessageContaining("naive failed at \"open\"")
                    .hasMessageNotContaining("secret");
        }
    }

    @Test
    @DisplayName("a process that ends by itself is reported with its exit code")
    void endingProcess() {
        assertThatThrownBy(() -> ChildProcess.start(SystemName.RAW, List.of("-XX:NoSuchFlag")))
                .isInstanceOf(BenchmarkFailedException.class)
                .hasMessageContaining("the process of raw ended with exit code 1");
    }
}
