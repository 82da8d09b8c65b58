package io.fluxfabric.engine.chaos.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfirmationsTest {

    @TempDir
    Path folder;

    @Test
    @DisplayName("each confirmed line of each journal counts once, when it is whole, and nothing else")
    void counts() throws Exception {
        Confirmations confirmations = new Confirmations(folder);
        assertThat(confirmations.count()).isZero();
        write("a.journal", "RAN 1 0\nCONFIRMED 1 0\nCONFI");
        write("b.journal", "CONFIRMED 2 0\n");
        write("b.log", "CONFIRMED 3 0\n");
        assertThat(confirmations.count()).isEqualTo(2);
        assertThat(confirmations.count()).isEqualTo(2);
        write("a.journal", "RMED 4 0\nCONFIRMED 5 0\n");
        assertThat(confirmations.count()).isEqualTo(4);
    }

    private void write(String file, String text) throws Exception {
        Files.writeString(folder.resolve(file), text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }
}
