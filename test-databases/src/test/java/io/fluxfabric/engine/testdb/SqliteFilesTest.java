package io.fluxfabric.engine.testdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class SqliteFilesTest {

    @Test
    @DisplayName("every file is new, and close deletes them with their companions")
    void freshAndGone() throws IOException {
        SqliteFiles files = SqliteFiles.create();
        Path first = files.freshFile();
        Files.writeString(first, "rows");
        Files.writeString(Path.of(first + "-wal"), "log");
        assertThat(files.freshFile()).isNotEqualTo(first).doesNotExist();

        files.close();
        files.close();

        assertThat(first.getParent()).doesNotExist();
    }

    @Test
    @DisplayName("the URL keeps the path's own slash and escapes what a URL must")
    void url() {
        assertThat(SqliteFiles.url(Path.of("orders.db"))).isEqualTo("r2dbc:sqlite:///orders.db");
        assertThat(SqliteFiles.url(Path.of("/tmp/a b.db"))).isEqualTo("r2dbc:sqlite:////tmp/a%20b.db");
    }
}
