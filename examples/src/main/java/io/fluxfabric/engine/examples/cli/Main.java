package io.fluxfabric.engine.examples.cli;

import io.fluxfabric.engine.error.EngineException;
import io.fluxfabric.engine.error.ValidationException;
import io.fluxfabric.engine.examples.demo.DemoCommand;
import java.time.Duration;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The command line: {@code ./fluxfabric <command>}. */
@Command(
        name = "fluxfabric",
        description = "Durable execution for reactive Java.",
        mixinStandardHelpOptions = true,
        versionProvider = Main.Version.class,
        subcommands = {
            DemoCommand.class,
            SubmitCommand.class,
            WorkerCommand.class,
            WorkersCommand.class,
            LeasesCommand.class,
            PrepareCommand.class,
            AuditCommand.class
        },
        footer = {"", "Exit codes: 0 done, 1 refused or failed, 2 wrong usage."})
public final class Main {

    /** What the database or the engine refused. */
    static final int REFUSED = 1;

    /** Arguments that make no sense, whether the command line or the engine noticed. */
    static final int WRONG_USAGE = 2;

    @Option(names = "--verbose", scope = ScopeType.INHERIT, description = "Show where an error came from.")
    private boolean verbose;

    private Main() {}

    public static void main(String[] args) {
        System.exit(run(args));
    }

    static int run(String... args) {
        return commandLine().execute(args);
    }

    static CommandLine commandLine() {
        Main main = new Main();
        CommandLine all = new CommandLine(main)
                .registerConverter(Duration.class, DurationText::parse)
                .setExecutionExceptionHandler((error, command, parsed) -> main.report(error, command));
        all.getSubcommands().values().forEach(one -> one.getCommandSpec().versionProvider(new Version()));
        return all;
    }

    private int report(Exception error, CommandLine command) {
        command.getErr().println("fluxfabric: " + sentence(error));
        if (verbose) {
            error.printStackTrace(command.getErr());
        }
        return error instanceof ValidationException ? WRONG_USAGE : REFUSED;
    }

    /** One sentence; the causes are for logs, not for the first thing a person reads. */
    private static String sentence(Throwable error) {
        if (error instanceof EngineException known) {
            return known.getMessage() + " [" + known.code().text() + "]";
        }
        String message = error.getMessage();
        return message == null ? error.getClass().getName() : message;
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
