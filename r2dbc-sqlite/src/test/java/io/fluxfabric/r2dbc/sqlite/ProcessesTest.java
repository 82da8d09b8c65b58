package io.fluxfabric.r2dbc.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Other processes on the same file: real ones, started here. */
@Timeout(120)
final class ProcessesTest extends TempDatabase {
    private static final int ROWS = 300;

    @BeforeEach
    void createTable() {
        Sql.with(factory(), connection -> Sql.run(connection, "CREATE TABLE t (writer TEXT, number INTEGER)"))
                .blockLast(PATIENCE);
    }

    @Test
    void twoProcessesWritingOneFileBothMakeProgress() throws IOException, InterruptedException {
        Process first = writer("first", ROWS);
        Process second = writer("second", ROWS);

        assertThat(lines(first)).as("what the first wrote").hasSize(ROWS);
        assertThat(lines(second)).as("what the second wrote").hasSize(ROWS);
        assertThat(first.waitFor()).isZero();
        assertThat(second.waitFor()).isZero();
        assertThat(rows("first")).isEqualTo(ROWS);
        assertThat(rows("second")).isEqualTo(ROWS);
    }

    @Test
    void nothingCommittedIsLostWhenAWriterIsKilled() throws IOException, InterruptedException {
        Process writer = writer("victim", Integer.MAX_VALUE);
        long reported = 0;
        try (BufferedReader output = output(writer)) {
            while (reported < ROWS && output.readLine() != null) {
                reported++;
            }
            writer.toHandle().destroyForcibly(); // By its handle: the process itself would close its output too.
            while (output.readLine() != null) {
                reported++;
            }
        }
        assertThat(writer.waitFor()).isNotZero();

        assertThat(reported).isGreaterThanOrEqualTo(ROWS);
        // A commit may have been made and not yet reported when the process died.
        assertThat(rows("victim")).isBetween(reported, reported + 1);
        assertThat(Sql.await(
                        Sql.with(factory(), connection -> Sql.query(connection, String.class, "PRAGMA integrity_check"))
                                .single()))
                .isEqualTo("ok");
        Sql.with(factory(), connection -> Sql.run(connection, "INSERT INTO t VALUES ('survivor', 1)"))
                .blockLast(PATIENCE);
    }

    private long rows(String writer) {
        return Sql.await(Sql.with(
                        factory(),
                        connection ->
                                Sql.query(connection, Long.class, "SELECT count(*) FROM t WHERE writer = ?", writer))
                .single());
    }

    private Process writer(String name, int rows) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        WriterProcess.class.getName(),
                        file().toString(),
                        name,
                        Integer.toString(rows))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static List<String> lines(Process process) throws IOException {
        try (BufferedReader output = output(process)) {
            return output.lines().toList();
        }
    }

    private static BufferedReader output(Process process) {
        return new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }
}
