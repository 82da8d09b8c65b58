package io.fluxfabric.engine.benchmarks.report;

import io.fluxfabric.engine.benchmarks.child.SystemName;
import io.fluxfabric.engine.benchmarks.run.PairedDrains;
import io.fluxfabric.engine.benchmarks.run.Results;
import io.fluxfabric.engine.benchmarks.run.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The results as tables: one line per scenario and system, then what each lifecycle costs the database. */
public final class Tables {

    private final Results results;

    public Tables(Results results) {
        this.results = results;
    }

    public List<Table> all() {
        List<Table> tables = new ArrayList<>();
        tables.add(main());
        tables.add(phases());
        tables.add(latency());
        tables.add(costs(Scenario.BURN_DOWN));
        tables.add(costs(Scenario.BURN_DOWN_4K));
        tables.add(node());
        tables.removeIf(Table::isEmpty);
        return tables;
    }

    private Table main() {
        Table table = new Table(
                "Median of the measured rounds",
                "scenario",
                "system",
                "median",
                "unit",
                "min",
                "max",
                "stddev",
                "rounds");
        for (Scenario scenario : results.plan().scenarios()) {
            for (SystemName system : SystemName.values()) {
                for (String variant : List.of("", PairedDrains.PLAIN, PairedDrains.LOADED)) {
                    results.statistics(
                                    scenario, system, variant, scenario.unit().figure())
                            .ifPresent(found -> line(table, scenario, system, variant, found));
                }
            }
        }
        return table;
    }

    private static void line(Table table, Scenario scenario, SystemName system, String variant, Statistics found) {
        boolean bare = scenario == Scenario.LATENCY && system == SystemName.RAW;
        table.line(
                scenario.text(),
                bare ? "bare insert" : system.text() + (variant.isEmpty() ? "" : ", " + variant),
                Numbers.of(found.median()),
                scenario.unit().text(),
                Numbers.of(found.min()),
                Numbers.of(found.max()),
                Numbers.of(found.deviation()),
                String.valueOf(found.count()));
    }

    private Table phases() {
        Table table = new Table("Phases of the burn-down, medians", "scenario", "system", "submit/s", "drain/s");
        for (Scenario scenario : List.of(Scenario.BURN_DOWN, Scenario.BURN_DOWN_4K, Scenario.SQLITE)) {
            for (SystemName system : SystemName.values()) {
                if (results.statistics(scenario, system).isPresent()) {
                    table.line(
                            scenario.text(),
                            system.text(),
                            median(scenario, system, "submit"),
                            median(scenario, system, "drain"));
                }
            }
        }
        return table;
    }

    private Table latency() {
        Table table = new Table("Lone task, medians of the rounds", "system", "p50 ms", "p99 ms", "samples a round");
        for (SystemName system : SystemName.values()) {
            if (results.statistics(Scenario.LATENCY, system).isPresent()) {
                table.line(
                        system == SystemName.RAW ? "bare insert, one row" : system.text(),
                        median(Scenario.LATENCY, system, "p50"),
                        median(Scenario.LATENCY, system, "p99"),
                        median(Scenario.LATENCY, system, "samples"));
            }
        }
        return table;
    }

    private Table costs(Scenario scenario) {
        Table table = new Table(
                "What one lifecycle costs the database, " + scenario.title(),
                "system",
                "statements",
                "transactions",
                "WAL bytes",
                "rows written",
                "dead rows");
        for (SystemName system : SystemName.values()) {
            if (results.counted(scenario, system, "walBytes").isPresent()) {
                table.line(
                        system.text(),
                        perExecution(scenario, system, "statements"),
                        perExecution(scenario, system, "transactions"),
                        perExecution(scenario, system, "walBytes"),
                        perExecution(scenario, system, "insertedTuples"),
                        perExecution(scenario, system, "deadTuples"));
            }
        }
        return table;
    }

    private Table node() {
        Table table = new Table("One node of FluxFabric", "figure", "value");
        figure(table, Scenario.RENEWALS, "seconds", "seconds to renew all held leases");
        figure(table, Scenario.IN_FLIGHT, "heapMiB", "MiB of heap in use with all operations in flight");
        figure(table, Scenario.IN_FLIGHT, "maxHeapMiB", "MiB of heap at most");
        figure(table, Scenario.IN_FLIGHT, "threads", "threads at most");
        figure(table, Scenario.IN_FLIGHT, "seconds", "seconds for all of them, submit to completion");
        return table;
    }

    private void figure(Table table, Scenario scenario, String figure, String text) {
        results.statistics(scenario, SystemName.FLUXFABRIC, "", figure)
                .ifPresent(found -> table.line(text, Numbers.of(found.median())));
    }

    private String median(Scenario scenario, SystemName system, String figure) {
        return results.statistics(scenario, system, "", figure)
                .map(found -> Numbers.of(found.median()))
                .orElse("-");
    }

    private String perExecution(Scenario scenario, SystemName system, String figure) {
        Optional<Double> counted = results.counted(scenario, system, figure);
        return counted.map(value -> String.format(
                        java.util.Locale.ROOT, "%.3f", value / results.plan().lifecycles(system)))
                .orElse("-");
    }
}
