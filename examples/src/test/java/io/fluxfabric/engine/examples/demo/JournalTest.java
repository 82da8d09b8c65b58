package io.fluxfabric.engine.examples.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.examples.demo.Journal.Entry;
import io.fluxfabric.engine.examples.demo.Journal.Fact;
import io.fluxfabric.engine.id.ExecutionId;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalTest {

    private static final ExecutionId ID = ExecutionId.parse("{fp:1}:01a1ef0c-19a3-730b-adda-5d33f09c0708");

    @Test
    @DisplayName("what was written is read, but not a line that a kill cut off")
    void survives(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("journal");
        assertThat(Journal.read(file)).isEmpty();
        try (Journal journal = Journal.open(file)) {
            journal.add(Fact.RAN, ID, 3)
                    .then(journal.add(Fact.CONFIRMED, ID, 0))
                    .block();
        }
        Files.writeString(file, "RAN " + ID, StandardOpenOption.APPEND);

        assertThat(Journal.read(file))
                .containsExactly(new Entry(Fact.RAN, ID.toString(), 3), new Entry(Fact.CONFIRMED, ID.toString(), 0));
    }
}
