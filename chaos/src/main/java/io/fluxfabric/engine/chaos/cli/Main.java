package io.fluxfabric.engine.chaos.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The main of {@code ./fluxfabric chaos}. */
@Command(name = "fluxfabric", subcommands = ChaosCommand.class, mixinStandardHelpOptions = true)
public final class Main {

    /** The run could not be finished; wrong arguments are 2, as picocli has it. */
    private static final int FAILED = 1;

    private Main() {}

    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        return new CommandLine(new Main()).setExecutionExceptionHandler((error, command, parsed) -> {
            error.printStackTrace(command.getErr());
            command.getErr().println("fluxfabric chaos: " + error.getMessage());
            return FAILED;
        });
    }
}
