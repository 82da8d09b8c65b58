package io.fluxfabric.engine.examples.hello;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.execution.Completed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class HelloTest {

    @Test
    @DisplayName("one invoice is submitted, claimed and completed")
    void runs() {
        List<Completed> completed =
                Hello.run("r2dbc:sqlite:memory:///hello-test").collectList().block(Duration.ofSeconds(30));

        assertThat(completed)
                .singleElement()
                .satisfies(one -> assertThat(one.attemptIndex()).isZero());
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
