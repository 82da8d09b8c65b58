package io.fluxfabric.engine.examples.demo;

import io.fluxfabric.engine.examples.demo.terminal.Ink;
import io.fluxfabric.engine.examples.demo.terminal.Picture;
import io.fluxfabric.engine.examples.demo.terminal.Screen;
import io.fluxfabric.engine.r2dbc.EngineSettings;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./fluxfabric demo}. */
@Command(
        name = "demo",
        description = {
            "Two worker processes share a lane, one is killed in the middle of its work, and nothing is lost or done twice.",
            "Runs on an SQLite file in a temporary directory unless told otherwise. Exit code 0 only if it is true."
        },
        mixinStandardHelpOptions = true)
public final class DemoCommand implements Callable<Integer> {

    private static final int NOT_AS_PROMISED = 1;
    private static final int MOST = 100_000;

    /** Where it runs. */
    static final class Where {
        @Option(names = "--postgres", description = "Run on an embedded PostgreSQL, started for the demo.")
        boolean postgres;

        @Option(
                names = "--url",
                paramLabel = "URL",
                description =
                        "Run on a database of yours, in a namespace of its own: r2dbc:postgresql://… or r2dbc:sqlite:///…")
        @Nullable
        String url;
    }

    @ArgGroup
    private Where where = new Where();

    @Option(
            names = "--partitions",
            paramLabel = "N",
            description = "With --url: over how many partitions that database spreads ids (default: 256)")
    private int partitions = EngineSettings.defaults().partitions().value();

    @Option(
            names = "--executions",
            paramLabel = "N",
            description = "How much work there is, from 20 to 100000 (default: ${DEFAULT-VALUE})",
            defaultValue = "2000")
    private int executions;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Draws the same lots again: who is killed and when, and how long each handler takes.")
    private @Nullable Long seed;

    @Option(
            names = "--plain",
            description = "No colours and no moving cursor; by itself if this is no terminal, or NO_COLOR is set.")
    private boolean plain;

    @Option(names = "--svg", paramLabel = "FILE", description = "Also draw what was shown as a picture.")
    private @Nullable Path picture;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws IOException {
        if (executions < DemoPlan.FEWEST || executions > MOST) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--executions must be from " + DemoPlan.FEWEST + " to " + MOST + ", but is " + executions);
        }
        boolean asPlain = plain || !Ansi.AUTO.enabled();
        boolean unicode = !asPlain && nativeCharset().equals(StandardCharsets.UTF_8);
        Screen screen = new Screen(spec.commandLine().getOut(), asPlain, unicode);
        Verdict verdict = run(screen);
        screen.say(verdict.line());
        if (picture != null) {
            draw(picture, screen.transcript());
        }
        return verdict.holds() ? 0 : NOT_AS_PROMISED;
    }

    private Verdict run(Screen screen) {
        String namespace = "demo-" + UUID.randomUUID().toString().substring(0, 8);
        DemoPlan plan = DemoPlan.of(executions, seed == null ? new Random().nextInt(10_000) : seed, namespace);
        screen.say(Ink.BOLD.of("FluxFabric demo") + Ink.DIM.of(": two workers, one is killed, nothing is lost"));
        try (DemoFolder folder = DemoFolder.create();
                DemoDatabase database = database(folder.path());
                Demo demo = new Demo(plan, database, folder.path(), screen)) {
            return demo.run();
        }
    }

    private DemoDatabase database(Path folder) {
        if (where.url != null) {
            return DemoDatabase.at(where.url, partitions);
        }
        return where.postgres ? DemoDatabase.postgres() : DemoDatabase.sqlite(folder);
    }

    /** What the terminal understands; the JVM's own default says nothing about it since Java 18. */
    private static Charset nativeCharset() {
        return Charset.forName(System.getProperty("native.encoding", "US-ASCII"));
    }

    private static void draw(Path file, List<String> shown) throws IOException {
        List<String> lines = new ArrayList<>(List.of("$ ./fluxfabric demo"));
        lines.addAll(shown);
        Files.writeString(file, Picture.svg("./fluxfabric demo", lines));
    }
}
