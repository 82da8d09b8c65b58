package io.fluxfabric.engine.benchmarks.report;

import io.fluxfabric.engine.benchmarks.child.SystemName;
import io.fluxfabric.engine.benchmarks.run.PairedDrains;
import io.fluxfabric.engine.benchmarks.run.Results;
import io.fluxfabric.engine.benchmarks.run.Scenario;
import java.util.List;
import java.util.Optional;

/** What the engine is meant to reach, and whether it did in this run. */
public final class Targets {

    private final Results results;

    public Targets(Results results) {
        this.results = results;
    }

    public List<Target> all() {
        return List.of(
                floor("burn-down / db-scheduler", ratio(Scenario.BURN_DOWN, SystemName.DB_SCHEDULER), 2.5),
                floor("burn-down / jobrunr", ratio(Scenario.BURN_DOWN, SystemName.JOBRUNR), 10),
                floor("burn-down / raw", ratio(Scenario.BURN_DOWN, SystemName.RAW), 0.7),
                floor("steady state / db-scheduler", ratio(Scenario.STEADY, SystemName.DB_SCHEDULER), 2),
                ceiling("lone task / bare insert", ratio(Scenario.LATENCY, SystemName.RAW), 8),
                floor("deep backlog / small backlog", paired(Scenario.BACKLOG), 0.8),
                floor("behind unmatched work / without", paired(Scenario.UNMATCHED_HEAD), 0.5),
                ceiling("statements to renew all held leases", median(Scenario.RENEWALS), 50),
                floor("SQLite burn-down / PostgreSQL burn-down", sqlite(), 1),
                ceiling("statements/s of an idle node", median(Scenario.IDLE), 5),
                floor(
                        "operations in flight",
                        median(Scenario.IN_FLIGHT),
                        5.0 * results.plan().executions()),
                ceiling("MiB of heap at most, with these", inFlight("maxHeapMiB"), 256),
                ceiling("threads at most, with these", inFlight("threads"), 32));
    }

    public Table table() {
        Table table = new Table("Targets", "target", "found", "goal", "verdict");
        all().forEach(target -> table.line(
                target.text(),
                target.found().map(Numbers::of).orElse("-"),
                target.goalText(),
                target.verdict().text()));
        return table;
    }

    /** The last line of a run: our burn-down divided by that of each other. */
    public String ratios() {
        return "ratios: " + named(SystemName.DB_SCHEDULER) + " " + named(SystemName.JOBRUNR) + " "
                + named(SystemName.RAW) + " " + named(SystemName.NAIVE);
    }

    private String named(SystemName system) {
        return system.text() + "="
                + ratio(Scenario.BURN_DOWN, system).map(Numbers::ratio).orElse("n/a");
    }

    private Optional<Double> ratio(Scenario scenario, SystemName system) {
        return divided(results.statistics(scenario, SystemName.FLUXFABRIC), results.statistics(scenario, system));
    }

    private Optional<Double> paired(Scenario scenario) {
        return divided(side(scenario, PairedDrains.LOADED), side(scenario, PairedDrains.PLAIN));
    }

    private Optional<Statistics> side(Scenario scenario, String variant) {
        return results.statistics(
                scenario, SystemName.FLUXFABRIC, variant, scenario.unit().figure());
    }

    private Optional<Double> sqlite() {
        return divided(
                results.statistics(Scenario.SQLITE, SystemName.FLUXFABRIC),
                results.statistics(Scenario.BURN_DOWN, SystemName.FLUXFABRIC));
    }

    private Optional<Double> median(Scenario scenario) {
        return results.statistics(scenario, SystemName.FLUXFABRIC).map(Statistics::median);
    }

    private Optional<Double> inFlight(String figure) {
        return results.statistics(Scenario.IN_FLIGHT, SystemName.FLUXFABRIC, "", figure)
                .map(Statistics::median);
    }

    private static Optional<Double> divided(Optional<Statistics> ours, Optional<Statistics> theirs) {
        return ours.flatMap(top -> theirs.map(bottom -> top.median() / bottom.median()));
    }

    private static Target floor(String text, Optional<Double> found, double goal) {
        return new Target(text, found, true, goal);
    }

    private static Target ceiling(String text, Optional<Double> found, double goal) {
        return new Target(text, found, false, goal);
    }
}
