package io.fluxfabric.engine.benchmarks.cli;

import io.fluxfabric.engine.benchmarks.run.BenchmarkFailedException;
import picocli.CommandLine;

/** The main of {@code ./fluxfabric bench}. */
public final class Main {

    /** The run could not be finished; wrong arguments are 2, as picocli has it. */
    static final int FAILED = 1;

    private Main() {}

    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        return new CommandLine(new BenchCommand()).setExecutionExceptionHandler((error, command, parsed) -> {
            if (!(error instanceof BenchmarkFailedException)) {
                error.printStackTrace(command.getErr());
            }
            command.getErr().println("fluxfabric bench: " + error.getMessage());
            return FAILED;
        });
    }
}
