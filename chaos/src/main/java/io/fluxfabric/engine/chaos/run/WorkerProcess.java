package io.fluxfabric.engine.chaos.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.fluxfabric.engine.chaos.fault.Signals;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;

/** A worker in a JVM of its own. */
final class WorkerProcess implements AutoCloseable {

    private final Process process;
    private final Thread atExit;

    private WorkerProcess(Process process) {
        this.process = process;
        this.atExit = new Thread(process::destroyForcibly, "worker-process-end");
        Runtime.getRuntime().addShutdownHook(atExit);
    }

    /** @param fileBlocks the most 512-byte blocks a file it writes may have; 0 for any */
    static WorkerProcess start(Orders orders, Path folder, int fileBlocks) {
        List<String> command = new ArrayList<>();
        if (fileBlocks > 0) {
            command.addAll(List.of("sh", "-c", "ulimit -f " + fileBlocks + " && exec \"$@\"", "sh"));
        }
        // Small and quick to start.
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xmx192m",
                // Libraries unpack native code there, and a killed process cannot tidy up.
                "-Djava.io.tmpdir=" + folder,
                "-cp",
                System.getProperty("java.class.path"),
                ChaosWorker.class.getName()));
        Path log = folder.resolve(orders.name() + ".log");
        try {
            Process process = new ProcessBuilder(command)
                    .redirectOutput(Redirect.appendTo(log.toFile()))
                    .redirectError(Redirect.appendTo(log.toFile()))
                    .start();
            WorkerProcess started = new WorkerProcess(process);
            started.tell(JsonMapper.shared().writeValueAsString(orders));
            return started;
        } catch (IOException e) {
            throw new UncheckedIOException("no process for " + orders.name(), e);
        }
    }

    /** Writes a line to its input. */
    void tell(String line) {
        try {
            process.getOutputStream().write((line + "\n").getBytes(UTF_8));
            process.getOutputStream().flush();
        } catch (IOException e) {
            throw new UncheckedIOException("the worker process does not listen", e);
        }
    }

    boolean isAlive() {
        return process.isAlive();
    }

    void freeze() {
        Signals.freeze(process);
    }

    void thaw() {
        Signals.thaw(process);
    }

    /** SIGKILL. Returns when it is gone. */
    void kill() {
        Signals.kill(process);
    }

    /** Leaves no process behind, whatever happened. */
    @Override
    public void close() {
        kill();
        Runtime.getRuntime().removeShutdownHook(atExit);
    }
}
