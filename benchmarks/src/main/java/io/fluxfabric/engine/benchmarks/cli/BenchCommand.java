package io.fluxfabric.engine.benchmarks.cli;

import io.fluxfabric.engine.benchmarks.child.SystemName;
import io.fluxfabric.engine.benchmarks.peer.PeerThreads;
import io.fluxfabric.engine.benchmarks.report.Charts;
import io.fluxfabric.engine.benchmarks.report.JsonReport;
import io.fluxfabric.engine.benchmarks.report.Tables;
import io.fluxfabric.engine.benchmarks.report.Targets;
import io.fluxfabric.engine.benchmarks.run.Bench;
import io.fluxfabric.engine.benchmarks.run.Home;
import io.fluxfabric.engine.benchmarks.run.Plan;
import io.fluxfabric.engine.benchmarks.run.Progress;
import io.fluxfabric.engine.benchmarks.run.Results;
import io.fluxfabric.engine.benchmarks.run.Scenario;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Measures FluxFabric beside other systems, in one run on one PostgreSQL. */
@Command(
        name = "fluxfabric bench",
        description = "Measure FluxFabric beside other systems, in one run on one PostgreSQL of its own.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class BenchCommand implements Callable<Integer> {

    private static final int FULL_SIZE = 20_000;
    private static final int QUICK_SIZE = 6_000;
    private static final int FULL_ROUNDS = 5;
    private static final List<Scenario> QUICK_SCENARIOS = Stream.of(Scenario.values())
            .filter(scenario -> scenario != Scenario.BURN_DOWN_4K && scenario != Scenario.BULK_SUBMIT)
            .toList();
    private static final int QUICK_ROUNDS = 3;

    @Option(
            names = "--quick",
            description =
                    "Smaller sizes, fewer rounds, no burn-down-4k and no bulk-submit: done in three minutes on two cores.")
    private boolean quick;

    @Option(
            names = "--scenario",
            split = ",",
            paramLabel = "NAME",
            description =
                    "Only these scenarios: burn-down, burn-down-4k, steady, latency, bulk-submit, renewals, backlog,"
                            + " unmatched-head, sqlite, idle, in-flight.")
    private List<String> scenarios = List.of();

    @Option(
            names = "--systems",
            split = ",",
            paramLabel = "NAME",
            description = "Only these systems: fluxfabric, db-scheduler, jobrunr, raw, naive.")
    private List<String> systems = List.of();

    @Option(names = "--rounds", paramLabel = "N", description = "Measured rounds (default: 5, quick: 3).")
    private Optional<Integer> rounds = Optional.empty();

    @Option(
            names = "--executions",
            paramLabel = "N",
            description = "Executions per burn-down, by which all sizes go (default: 20000, quick: 6000).")
    private Optional<Integer> executions = Optional.empty();

    @Option(
            names = "--peer-threads",
            paramLabel = "N",
            description = "Threads of db-scheduler (default: 50) and workers of JobRunr (default: 32).")
    private Optional<Integer> peerThreads = Optional.empty();

    @Option(names = "--out", paramLabel = "DIR", description = "Where files go (default: benchmarks/results).")
    private Path out = Home.results();

    @Option(names = "--plain", description = "No colours.")
    private boolean plain;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws IOException {
        Plan plan = plan();
        Files.createDirectories(out);
        Progress progress = new Progress(System.err, plan);
        progress.say(plan.sizes());
        Results results = new Bench(plan, progress).run();
        Path json = Files.writeString(out.resolve("bench.json"), new JsonReport(results).text());
        Path chart = Files.writeString(out.resolve("bench.svg"), Charts.throughput(results));
        print(results, json, chart);
        return 0;
    }

    private void print(Results results, Path json, Path chart) {
        PrintWriter writer = spec.commandLine().getOut();
        writer.println("FluxFabric benchmark: " + results.plan().sizes());
        results.descriptions().forEach((system, text) -> writer.println("  " + system.text() + ": " + text));
        writer.println();
        new Tables(results).all().forEach(writer::println);
        writer.println(coloured(new Targets(results).table().toString()));
        writer.println("Every round: " + json);
        writer.println("Chart: " + chart);
        writer.println(new Targets(results).ratios());
        writer.flush();
    }

    private String coloured(String text) {
        return plain || !Ansi.AUTO.enabled()
                ? text
                : text.replaceAll("(?m)reached$", "\u001b[32mreached\u001b[0m")
                        .replaceAll("(?m)missed$", "\u001b[31mmissed\u001b[0m");
    }

    private Plan plan() {
        return new Plan(
                scenarios.isEmpty() && quick
                        ? QUICK_SCENARIOS
                        : chosen("--scenario", scenarios, Scenario.values(), Scenario::text),
                chosen("--systems", systems, SystemName.values(), SystemName::text),
                atLeastOne("--executions", executions).orElse(quick ? QUICK_SIZE : FULL_SIZE),
                atLeastOne("--rounds", rounds).orElse(quick ? QUICK_ROUNDS : FULL_ROUNDS),
                quick,
                atLeastOne("--peer-threads", peerThreads).stream()
                        .map(threads -> "-D" + PeerThreads.PROPERTY + "=" + threads)
                        .toList());
    }

    /** Those that were named, in the order of all; all, if none was. */
    private <T> List<T> chosen(String option, List<String> names, T[] all, Function<T, String> text) {
        for (String name : names) {
            if (Stream.of(all).noneMatch(one -> text.apply(one).equals(name))) {
                throw wrong(option + " knows no \"" + name + "\", only "
                        + Stream.of(all).map(text).collect(Collectors.joining(", ")) + ".");
            }
        }
        return Stream.of(all)
                .filter(one -> names.isEmpty() || names.contains(text.apply(one)))
                .toList();
    }

    private Optional<Integer> atLeastOne(String option, Optional<Integer> value) {
        if (value.isPresent() && value.get() < 1) {
            throw wrong(option + " must be at least 1, but is " + value.get() + ".");
        }
        return value;
    }

    private ParameterException wrong(String sentence) {
        return new ParameterException(spec.commandLine(), sentence);
    }
}
