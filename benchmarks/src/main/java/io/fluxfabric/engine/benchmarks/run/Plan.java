package io.fluxfabric.engine.benchmarks.run;

import io.fluxfabric.engine.benchmarks.child.SystemName;
import io.fluxfabric.engine.benchmarks.measure.Work;
import java.util.List;

/**
 * What a run does.
 *
 * @param executions the size of a burn-down, by which all other sizes go
 * @param rounds how many rounds are measured after the one that warms up
 * @param quick whether it was asked to be short
 * @param jvm what the processes are told beside their heap and collector
 */
public record Plan(
        List<Scenario> scenarios,
        List<SystemName> systems,
        int executions,
        int rounds,
        boolean quick,
        List<String> jvm) {

    private static final int SMALL = 16;
    private static final int LARGE = 4096;

    public boolean has(Scenario scenario) {
        return scenarios.contains(scenario);
    }

    /** Who takes part in a scenario, in a fixed order. Lone jobs of JobRunr wait five seconds each, too long for a quick run. */
    public List<SystemName> systems(Scenario scenario) {
        return systems.stream()
                .filter(scenario.systems()::contains)
                .filter(system -> !(quick && scenario == Scenario.LATENCY && system == SystemName.JOBRUNR))
                .toList();
    }

    /** What each system is told in a round. */
    Work work(Scenario scenario, SystemName system) {
        return switch (scenario) {
            case BURN_DOWN, SQLITE -> new Work("burn-down", lifecycles(system), SMALL);
            case BURN_DOWN_4K -> new Work("burn-down", lifecycles(system), LARGE);
            case STEADY -> new Work("steady", Math.max(500, executions * 2 / (quick ? 10 : 5)), SMALL);
            case LATENCY ->
                new Work(system == SystemName.RAW ? "bare-insert" : "latency", Math.max(20, executions / 100), SMALL);
            case BULK_SUBMIT -> new Work("bulk-submit", executions, SMALL);
            case RENEWALS -> new Work("renew", executions * 5 / 2, SMALL);
            case BACKLOG -> new Work("drain", executions, SMALL);
            case UNMATCHED_HEAD -> new Work("drain", executions, SMALL);
            case IDLE -> new Work("idle", Math.max(1_000, quick ? executions / 2 : executions), SMALL);
            case IN_FLIGHT -> new Work("in-flight", executions * 5, SMALL);
        };
    }

    /** A burn-down has so many. One at a time is so slow that a quarter of them tells enough; its rate is a rate all the same. */
    public int lifecycles(SystemName system) {
        return system == SystemName.NAIVE ? Math.max(1, executions / 4) : executions;
    }

    /** How much stands in front of, or around, what a drain takes. */
    int depth(Scenario scenario) {
        return switch (scenario) {
            case BACKLOG -> executions * (quick ? 10 : 50);
            case UNMATCHED_HEAD -> executions * 5;
            default -> 0;
        };
    }

    /** The sizes, for people. */
    public String sizes() {
        return executions + " executions per burn-down (naive: " + lifecycles(SystemName.NAIVE) + "), " + rounds
                + " measured rounds after one to warm up, backlog of "
                + depth(Scenario.BACKLOG) + ", unmatched head of " + depth(Scenario.UNMATCHED_HEAD)
                + (quick
                        ? " (quick: smaller sizes and fewer rounds than the full run, and no lone jobs of jobrunr)"
                        : "");
    }
}
