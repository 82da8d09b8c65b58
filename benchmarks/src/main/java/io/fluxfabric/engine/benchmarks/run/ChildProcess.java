package io.fluxfabric.engine.benchmarks.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.fluxfabric.engine.benchmarks.child.Answer;
import io.fluxfabric.engine.benchmarks.child.ChildMain;
import io.fluxfabric.engine.benchmarks.child.SystemName;
import io.fluxfabric.engine.benchmarks.measure.Figures;
import io.fluxfabric.engine.benchmarks.measure.Work;
import io.fluxfabric.engine.testdb.TestDatabase;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A system in a process of its own. What the process prints as an error is seen as it comes. */
final class ChildProcess implements AutoCloseable {

    /** The same for every system. */
    static final List<String> JVM = List.of("-Xms512m", "-Xmx512m", "-XX:+UseG1GC");

    private static final long LAST_WORDS_SECONDS = 10;

    private final SystemName name;
    private final Process process;
    private final BufferedReader answers;
    private final PrintWriter commands;
    private final String description;

    private ChildProcess(SystemName name, Process process) {
        this.name = name;
        this.process = process;
        this.answers = process.inputReader(UTF_8);
        this.commands = new PrintWriter(process.outputWriter(UTF_8), true);
        this.description = String.valueOf(answer().hello());
    }

    static ChildProcess start(SystemName name, List<String> jvm) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(jvm);
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.addAll(List.of(ChildMain.class.getName(), name.text()));
        try {
            Process process =
                    new ProcessBuilder(command).redirectError(Redirect.INHERIT).start();
            // A process that is left behind notices the end of its input; this one does not wait for that.
            Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
            return new ChildProcess(name, process);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start a process for " + name.text(), e);
        }
    }

    String description() {
        return description;
    }

    void prepare(TestDatabase database) {
        ask("prepare " + database.jdbcUrl() + " " + database.r2dbcUrl());
    }

    void open(TestDatabase database) {
        open(database.jdbcUrl(), database.r2dbcUrl());
    }

    void open(String jdbcUrl, String r2dbcUrl) {
        ask("open " + jdbcUrl + " " + r2dbcUrl);
    }

    Figures round(Work work) {
        return ask("round " + work.words());
    }

    void closeSystem() {
        ask("close");
    }

    private Figures ask(String command) {
        commands.println(command);
        Answer answer = answer();
        Figures figures = answer.figures();
        if (figures == null) {
            throw new BenchmarkFailedException(name.text() + " failed at \"" + verb(command) + "\": " + answer.error());
        }
        return figures;
    }

    /** The command without its URLs, which hold a password. */
    private static String verb(String command) {
        return command.startsWith("round") ? command : command.replaceFirst(" .*", "");
    }

    private Answer answer() {
        try {
            String line = answers.readLine();
            if (line == null) {
                boolean ended = process.waitFor(LAST_WORDS_SECONDS, TimeUnit.SECONDS);
                throw new BenchmarkFailedException("the process of " + name.text() + " ended"
                        + (ended ? " with exit code " + process.exitValue() : "") + "; its last words are above");
            }
            return Answer.parse(line);
        } catch (IOException e) {
            throw new BenchmarkFailedException("the process of " + name.text() + " cannot be heard: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BenchmarkFailedException("interrupted");
        }
    }

    /** Asks the process to end, and ends it if it does not. */
    @Override
    public void close() {
        commands.println("quit");
        commands.close();
        try {
            if (!process.waitFor(LAST_WORDS_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
