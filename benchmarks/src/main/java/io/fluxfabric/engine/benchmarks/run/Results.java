package io.fluxfabric.engine.benchmarks.run;

import io.fluxfabric.engine.benchmarks.child.SystemName;
import io.fluxfabric.engine.benchmarks.report.Statistics;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Everything a run found.
 *
 * @param descriptions what each system says about its settings
 * @param environment versions, machine and settings, by name
 */
public record Results(
        Plan plan, Map<SystemName, String> descriptions, Map<String, String> environment, List<Round> rounds) {

    /** The measured values of one figure, if there are any. */
    public Optional<Statistics> statistics(Scenario scenario, SystemName system, String variant, String figure) {
        double[] values = rounds.stream()
                .filter(round -> !round.warmUp())
                .filter(round -> is(round, scenario, system, variant))
                .filter(round -> round.figures().values().containsKey(figure))
                .mapToDouble(round -> round.figures().values().getOrDefault(figure, Double.NaN))
                .toArray();
        return values.length == 0 ? Optional.empty() : Optional.of(Statistics.of(values));
    }

    /** The main figure of a scenario. */
    public Optional<Statistics> statistics(Scenario scenario, SystemName system) {
        return statistics(scenario, system, "", scenario.unit().figure());
    }

    /** A figure of the round that warmed up, in which the database counts what it does. */
    public Optional<Double> counted(Scenario scenario, SystemName system, String figure) {
        return rounds.stream()
                .filter(Round::warmUp)
                .filter(round -> is(round, scenario, system, ""))
                .flatMap(round -> Optional.ofNullable(round.figures().values().get(figure)).stream())
                .findFirst();
    }

    private static boolean is(Round round, Scenario scenario, SystemName system, String variant) {
        return round.scenario() == scenario
                && round.system() == system
                && round.variant().equals(variant);
    }
}
