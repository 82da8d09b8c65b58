package io.fluxfabric.engine.proof.fault;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A main class in a JVM of its own, whose lines can be waited for. It ends with the test, and with this JVM. */
final class Child implements AutoCloseable {

    private final Process process;
    private final Thread atExit;
    private final List<String> lines = new CopyOnWriteArrayList<>();

    private Child(Process process, Consumer<String> listener) {
        this.process = process;
        this.atExit = new Thread(process::destroyForcibly, "child-end");
        Runtime.getRuntime().addShutdownHook(atExit);
        Thread reader = new Thread(() -> read(listener), "child-reader");
        reader.setDaemon(true);
        reader.start();
    }

    static Child start(Class<?> main, String... arguments) {
        return start(line -> {}, main, arguments);
    }

    /** @param listener told each line before it can be waited for */
    static Child start(Consumer<String> listener, Class<?> main, String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        command.addAll(List.of(arguments));
        try {
            return new Child(
                    new ProcessBuilder(command).redirectError(Redirect.INHERIT).start(), listener);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void read(Consumer<String> listener) {
        try (BufferedReader reader = process.inputReader(UTF_8)) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                listener.accept(line);
                lines.add(line);
            }
        } catch (IOException killed) {
            lines.add("ENDED " + killed.getMessage());
        }
    }

    Process process() {
        return process;
    }

    List<String> lines(String beginning) {
        return lines.stream().filter(line -> line.startsWith(beginning)).toList();
    }

    void await(String beginning) {
        Waiting.until("a line " + beginning, () -> !lines(beginning).isEmpty());
    }

    /** Ends its input, at which it ends, and kills it if it does not. */
    @Override
    public void close() {
        try {
            process.getOutputStream().close();
            if (!process.waitFor(15, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor(); // also one that is frozen
            }
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
