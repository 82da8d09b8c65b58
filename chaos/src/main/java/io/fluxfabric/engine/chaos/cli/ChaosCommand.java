package io.fluxfabric.engine.chaos.cli;

import io.fluxfabric.engine.chaos.run.Arena;
import io.fluxfabric.engine.chaos.run.Chaos;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./fluxfabric chaos}. */
@Command(
        name = "chaos",
        description = "Worker processes under random faults, and a check that nothing was lost or completed twice."
                + " Runs on an SQLite file unless told otherwise. Exit code 0 only if it is true.",
        mixinStandardHelpOptions = true)
final class ChaosCommand implements Callable<Integer> {

    private static final int NOT_AS_PROMISED = 1;
    private static final long LINE_NANOS = 5_000_000_000L;

    /** Where it runs. */
    static final class Where {
        @Option(names = "--postgres", description = "Run on an embedded PostgreSQL, started for the run.")
        boolean postgres;

        @Option(
                names = "--url",
                paramLabel = "URL",
                description = "Run on a database of yours, in a namespace of its own.")
        @Nullable
        String url;
    }

    @ArgGroup
    private Where where = new Where();

    @Option(names = "--minutes", paramLabel = "N", required = true, description = "For how long faults are injected.")
    private double minutes;

    @Option(names = "--workers", paramLabel = "N", defaultValue = "3", description = "Worker processes (default: 3).")
    private int workers;

    @Option(names = "--seed", paramLabel = "N", description = "Draws the same lots again.")
    private @Nullable Long seed;

    @Option(
            names = "--patience",
            paramLabel = "SECONDS",
            defaultValue = "10",
            description = "How long recovering from a fault may take (default: 10).")
    private int patience;

    @Option(names = "--plain", description = "A line every 5 s instead of one that is drawn again.")
    private boolean plain;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    private long shown;

    @Override
    public Integer call() throws IOException {
        if (!(minutes > 0) || workers < 1 || patience < 1) {
            throw new ParameterException(
                    spec.commandLine(), "--minutes, --workers and --patience must be greater than zero.");
        }
        long lots = seed == null ? new Random().nextInt(10_000) : seed;
        Duration time = Duration.ofMillis((long) (minutes * 60_000));
        PrintWriter out = spec.commandLine().getOut();
        try (Folder folder = Folder.create();
                Arena arena = arena(folder.path())) {
            out.println("FluxFabric chaos: " + arena.description() + ", seed " + lots);
            Chaos.Plan plan = new Chaos.Plan(time, workers, lots, Duration.ofSeconds(patience));
            Chaos.Result result = new Chaos(plan, arena, folder.path(), line -> show(out, line)).run();
            out.println();
            result.table().forEach(out::println);
            out.println(result.line());
            out.flush();
            return result.holds() ? 0 : NOT_AS_PROMISED;
        }
    }

    private void show(PrintWriter out, String line) {
        if (!plain && Ansi.AUTO.enabled()) {
            out.printf("\r\u001b[K%s", line);
            out.flush();
        } else if (System.nanoTime() - shown > LINE_NANOS) {
            shown = System.nanoTime();
            out.println(line);
            out.flush();
        }
    }

    private Arena arena(Path folder) {
        if (where.url != null) {
            return Arena.at(where.url);
        }
        return where.postgres ? Arena.postgres() : Arena.sqlite(folder);
    }
}
