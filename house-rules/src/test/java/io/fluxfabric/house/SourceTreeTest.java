package io.fluxfabric.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SourceTreeTest {

    @TempDir
    Path planted;

    @Test
    @DisplayName("no main source file is longer than the limit")
    void filesAreShort() {
        assertThat(Repository.mainSources()).isNotEmpty();
        assertThat(SourceTree.tooLong(Repository.mainSources())).isEmpty();
    }

    @Test
    @DisplayName("every package says in one sentence what it is, and is null-marked")
    void packagesAreNullMarked() {
        assertThat(SourceTree.notNullMarked(Repository.mainSources())).isEmpty();
    }

    @Test
    @DisplayName("a planted file of one line too many is reported")
    void longFileIsReported() throws IOException {
        Path fits = write("Fits.java", "\n".repeat(SourceTree.MOST_LINES));
        Path tooLong = write("TooLong.java", "\n".repeat(SourceTree.MOST_LINES + 1));
        assertThat(SourceTree.tooLong(List.of(fits, tooLong)))
                .singleElement()
                .asString()
                .contains("TooLong.java has 301 lines");
    }

    @Test
    @DisplayName("a planted package is reported until its package-info has a sentence and the annotation")
    void unmarkedPackageIsReported() throws IOException {
        List<Path> sources = List.of(write("Any.java", "class Any {}"));
        assertThat(SourceTree.notNullMarked(sources)).hasSize(1);

        write("package-info.java", "/** What it is. */\npackage a;\n");
        assertThat(SourceTree.notNullMarked(sources)).hasSize(1);

        write("package-info.java", "@NullMarked\npackage a;\n");
        assertThat(SourceTree.notNullMarked(sources)).hasSize(1);

        write("package-info.java", "/** What it is. */\n@NullMarked\npackage a;\n");
        assertThat(SourceTree.notNullMarked(sources)).isEmpty();
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(planted.resolve(name), text);
    }
}
