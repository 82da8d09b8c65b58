package io.fluxfabric.engine.examples.cli;

import io.fluxfabric.engine.error.EngineException;
import io.fluxfabric.engine.examples.demo.DemoCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command line: {@code ./fluxfabric <command>}. */
@Command(
        name = "fluxfabric",
        description = "Durable execution for reactive Java.",
        mixinStandardHelpOptions = true,
        versionProvider = Main.Version.class,
        subcommands = {DemoCommand.class, PrepareCommand.class, AuditCommand.class})
public final class Main {

    /** What the database or the engine refused; wrong arguments are 2, as picocli has it. */
    static final int REFUSED = 1;

    private Main() {}

    public static void main(String[] args) {
        System.exit(run(args));
    }

    static int run(String... args) {
        return commandLine().execute(args);
    }

    static CommandLine commandLine() {
        return new CommandLine(new Main()).setExecutionExceptionHandler((error, command, parsed) -> {
            command.getErr().println("fluxfabric: " + sentence(error));
            return REFUSED;
        });
    }

    /** One sentence; the causes are for logs, not for the first thing a person reads. */
    private static String sentence(Throwable error) {
        return error instanceof EngineException known
                ? known.getMessage() + " [" + known.code().text() + "]"
                : String.valueOf(error.getMessage());
    }

    /** The version of the jar, or what a checkout is. */
    static final class Version implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = Main.class.getPackage().getImplementationVersion();
            return new String[] {"fluxfabric " + (version == null ? "(from a checkout)" : version)};
        }
    }
}
