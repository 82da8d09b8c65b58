package io.fluxfabric.engine.examples.hello;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.examples.BothDatabases;
import io.fluxfabric.engine.task.WorkerEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class HelloTest {

    @ParameterizedTest
    @EnumSource
    @DisplayName("one invoice is submitted, started and completed")
    void runs(BothDatabases database) {
        List<WorkerEvent> events =
                database.with(url -> Hello.run(url).collectList().block(Duration.ofSeconds(60)));

        assertThat(events)
                .extracting(event -> (Object) event.getClass())
                .containsExactly(WorkerEvent.Registered.class, WorkerEvent.Started.class, WorkerEvent.Completed.class);
    }

    @Test
    @DisplayName("the README shows this very code")
    void readme() throws IOException {
        String source = Files.readString(Path.of("src/main/java/io/fluxfabric/engine/examples/hello/Hello.java"));
        String sample = source.substring(source.indexOf("// begin\n") + 9, source.indexOf("        // end"))
                .stripTrailing()
                .stripIndent();

        assertThat(Files.readString(Path.of("../README.md"))).contains("```java\n" + sample + "\n```");
    }
}
