package io.fluxfabric.engine.benchmarks.report;

import io.fluxfabric.engine.benchmarks.child.SystemName;
import io.fluxfabric.engine.benchmarks.run.Results;
import io.fluxfabric.engine.benchmarks.run.Scenario;
import java.util.List;
import java.util.stream.Stream;

/** Which results are drawn. */
public final class Charts {

    private Charts() {}

    public static String throughput(Results results) {
        Chart chart = new Chart("Medians of " + results.plan().rounds() + " rounds; the line spans all of them. "
                + results.environment().getOrDefault("machine.cores", "?") + " cores, PostgreSQL "
                + results.environment().getOrDefault("postgres.server_version", "?") + ", JDK "
                + System.getProperty("java.specification.version") + ", client and server on one machine.");
        for (Scenario scenario : List.of(
                Scenario.BURN_DOWN, Scenario.BURN_DOWN_4K, Scenario.STEADY, Scenario.BULK_SUBMIT, Scenario.SQLITE)) {
            chart.group(scenario.title() + ", per second", bars(results, scenario));
        }
        return chart.svg();
    }

    private static List<Chart.Bar> bars(Results results, Scenario scenario) {
        return Stream.of(SystemName.values())
                .flatMap(system -> results
                        .statistics(scenario, system)
                        .map(found -> new Chart.Bar(system.text(), found, system == SystemName.FLUXFABRIC))
                        .stream())
                .toList();
    }
}
