package io.fluxfabric.engine.chaos.soak;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./fluxfabric soak}. */
@Command(
        name = "soak",
        description = {
            "A steady load for a long time on an embedded PostgreSQL, and what became of memory, threads, connections and tables.",
            "Exit code 0 only if all that was submitted has completed and the audit finds nothing."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false)
public final class SoakCommand implements Callable<Integer> {

    private static final int NOT_AS_PROMISED = 1;
    private static final double SHORTEST_MINUTES = 0.1;
    private static final double LONGEST_MINUTES = 7 * 24 * 60;
    private static final double FASTEST = 1_000_000;
    private static final double MINUTE_MILLIS = 60_000;

    @Option(
            names = "--minutes",
            paramLabel = "N",
            defaultValue = "30",
            description = "How long the load lasts, draining not counted (default: ${DEFAULT-VALUE}).")
    private double minutes;

    @Option(
            names = "--rate",
            paramLabel = "R",
            description = "Executions per second (default: half of what the machine can do, which is measured first).")
    private @Nullable Double rate;

    @Option(names = "--json", paramLabel = "FILE", description = "Also write all samples to this file.")
    private @Nullable Path json;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws Exception {
        SoakPlan plan = plan();
        Optional<SampleFile> file = file(plan);
        PrintWriter out = spec.commandLine().getOut();
        SoakResult result = new Soak(plan, new Told(plan, out, file)).run();
        file.ifPresent(written -> written.write(result));
        Words.of(result).forEach(out::println);
        out.flush();
        return result.holds() ? 0 : NOT_AS_PROMISED;
    }

    private SoakPlan plan() {
        within("--minutes", minutes, SHORTEST_MINUTES, LONGEST_MINUTES);
        Duration time = Duration.ofMillis((long) (minutes * MINUTE_MILLIS));
        if (rate == null) {
            return new SoakPlan(time, OptionalDouble.empty());
        }
        within("--rate", rate, 1, FASTEST);
        return new SoakPlan(time, OptionalDouble.of(rate));
    }

    private void within(String option, double value, double least, double most) {
        if (!(value >= least && value <= most)) { // so that it is also no for what is no number
            throw wrong(option + " must be from " + plain(least) + " to " + plain(most) + ", but is " + value + ".");
        }
    }

    private static String plain(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
    }

    /** A place that is not there is noticed before the run, not after it. */
    private Optional<SampleFile> file(SoakPlan plan) {
        if (json == null) {
            return Optional.empty();
        }
        Path folder = json.toAbsolutePath().getParent();
        if (folder == null || !Files.isDirectory(folder) || Files.isDirectory(json)) {
            throw wrong("--json must name a file in a directory that exists, but is " + json + ".");
        }
        return Optional.of(new SampleFile(json, plan));
    }

    private ParameterException wrong(String sentence) {
        return new ParameterException(spec.commandLine(), sentence);
    }

    /** Prints a line for each sample, and keeps the file up to date. */
    private static final class Told implements Soak.Watcher {

        private final SoakPlan plan;
        private final PrintWriter out;
        private final Optional<SampleFile> file;
        private double rate;

        Told(SoakPlan plan, PrintWriter out, Optional<SampleFile> file) {
            this.plan = plan;
            this.out = out;
            this.file = file;
        }

        @Override
        public void began(double found) {
            rate = found;
            out.println(Words.opening(plan, found));
            out.flush();
        }

        @Override
        public void sampled(List<Sample> samples) {
            out.println(Words.live(samples.get(samples.size() - 1)));
            out.flush();
            file.ifPresent(written -> written.write(rate, samples));
        }
    }
}
