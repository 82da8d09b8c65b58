package io.fluxfabric.engine.r2dbc.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.testdb.SqliteFiles;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How many executions one small process can hold; a real one, because heap and threads are what it is about. */
@Timeout(240)
class ManyTasksTest {

    private static final int TASKS = 100_000;
    private static final int COMPLETING = 1000;
    private static final int MOST_THREADS = 32;
    private static final Pattern REPORT = Pattern.compile("waited=(\\d+) completed=(\\d+) threads=(\\d+)");

    @Test
    @DisplayName("100,000 handlers wait on timers in 512 MiB and at most 32 threads, and can go on")
    void manyTasks() throws IOException, InterruptedException {
        try (SqliteFiles files = SqliteFiles.create()) {
            Process process = start(files.freshUrl());
            List<String> output = lines(process);
            assertThat(process.waitFor()).isZero();

            Matcher report = REPORT.matcher(output.get(output.size() - 1));
            assertThat(report.matches()).as("%s", output).isTrue();
            assertThat(Integer.parseInt(report.group(1)))
                    .as("tasks that waited")
                    .isEqualTo(TASKS);
            assertThat(Integer.parseInt(report.group(2)))
                    .as("tasks that completed")
                    .isEqualTo(COMPLETING);
            assertThat(Integer.parseInt(report.group(3))).as("threads").isLessThanOrEqualTo(MOST_THREADS);
        }
    }

    private static Process start(String url) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx512m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        ManyTasks.class.getName(),
                        url,
                        Integer.toString(TASKS),
                        Integer.toString(COMPLETING))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static List<String> lines(Process process) throws IOException {
        try (BufferedReader output =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            return output.lines().toList();
        }
    }
}
