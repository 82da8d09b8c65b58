package io.fluxfabric.engine.examples.demo;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.json.JsonMapper;

/** A worker in a JVM of its own. */
final class WorkerProcess implements AutoCloseable {

    private static final int LOG_LINES_SHOWN = 10;
    private static final int PATIENCE_SECONDS = 30;

    private final String name;
    private final Process process;
    private final Path log;

    private WorkerProcess(String name, Process process, Path log) {
        this.name = name;
        this.process = process;
        this.log = log;
    }

    static WorkerProcess start(DemoWorker.Orders orders, Path folder) {
        Path log = folder.resolve(orders.name() + ".log");
        // Small and quick to start, for it lives a few seconds.
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xmx256m",
                // Libraries unpack native code there, and a killed process cannot tidy up.
                "-Djava.io.tmpdir=" + folder,
                "-cp",
                System.getProperty("java.class.path"),
                DemoWorker.class.getName());
        try {
            Process process = new ProcessBuilder(command)
                    .redirectOutput(Redirect.appendTo(log.toFile()))
                    .redirectError(Redirect.appendTo(log.toFile()))
                    .start();
            process.getOutputStream().write((JsonMapper.shared().writeValueAsString(orders) + "\n").getBytes(UTF_8));
            process.getOutputStream().flush();
            return new WorkerProcess(orders.name(), process, log);
        } catch (IOException e) {
            throw new UncheckedIOException("no process for " + orders.name(), e);
        }
    }

    String name() {
        return name;
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** SIGKILL: it cannot say goodbye. Returns when it is gone. */
    void kill() {
        process.destroyForcibly();
        await();
    }

    /** Ends its input, at which it drains, and waits until it has. */
    void drain() {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        await();
        if (process.exitValue() != 0) {
            throw died();
        }
    }

    private void await() {
        try {
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException(
                        name + " (pid " + pid() + ") did not end within " + PATIENCE_SECONDS + " s");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for " + name, e);
        }
    }

    /** For a process that ended although nobody wanted it to. */
    IllegalStateException died() {
        return new IllegalStateException(name + " (pid " + pid() + ") ended by itself with exit code "
                + process.exitValue() + ":\n" + endOfLog());
    }

    private String endOfLog() {
        try {
            List<String> lines = Files.readAllLines(log);
            return String.join("\n", lines.subList(Math.max(0, lines.size() - LOG_LINES_SHOWN), lines.size()));
        } catch (IOException e) {
            return "its log " + log + " cannot be read: " + e.getMessage();
        }
    }

    /** Leaves no process behind, whatever happened. */
    @Override
    public void close() {
        process.destroyForcibly();
    }
}
