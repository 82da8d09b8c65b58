package io.fluxfabric.engine.chaos.soak;

import picocli.CommandLine;

/** The main of {@code ./fluxfabric soak}. */
public final class Main {

    /** The run could not be finished; wrong arguments are 2, as picocli has it. */
    private static final int FAILED = 1;

    private Main() {}

    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        return new CommandLine(new SoakCommand())
                .setCommandName("fluxfabric soak")
                .setExecutionExceptionHandler((error, command, parsed) -> {
                    error.printStackTrace(command.getErr());
                    command.getErr().println("fluxfabric soak: " + error.getMessage());
                    return FAILED;
                });
    }
}
