package io.fluxfabric.engine.benchmarks.report;

import io.fluxfabric.engine.benchmarks.child.SystemName;
import io.fluxfabric.engine.benchmarks.run.PairedDrains;
import io.fluxfabric.engine.benchmarks.run.Results;
import io.fluxfabric.engine.benchmarks.run.Round;
import io.fluxfabric.engine.benchmarks.run.Scenario;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Everything a run found, for machines: environment, settings, statistics, targets, every round. */
public final class JsonReport {

    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private final Results results;

    public JsonReport(Results results) {
        this.results = results;
    }

    public String text() {
        Map<String, Object> report = new LinkedHashMap<>();
        report.put("environment", results.environment());
        report.put("plan", plan());
        report.put("systems", systems());
        report.put("ratios", new Targets(results).ratios());
        report.put(
                "targets",
                new Targets(results).all().stream().map(JsonReport::target).toList());
        report.put("statistics", statistics());
        report.put("rounds", results.rounds().stream().map(JsonReport::round).toList());
        return JSON.writeValueAsString(report) + "\n";
    }

    private Map<String, Object> plan() {
        Map<String, Object> plan = new LinkedHashMap<>();
        plan.put("executions", results.plan().executions());
        plan.put("rounds", results.plan().rounds());
        plan.put("quick", results.plan().quick());
        plan.put(
                "scenarios",
                results.plan().scenarios().stream().map(Scenario::text).toList());
        plan.put("sizes", results.plan().sizes());
        return plan;
    }

    private Map<String, String> systems() {
        Map<String, String> systems = new LinkedHashMap<>();
        results.descriptions().forEach((system, text) -> systems.put(system.text(), text));
        return systems;
    }

    private static Map<String, Object> target(Target target) {
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("target", target.text());
        target.found().ifPresent(found -> entry.put("found", found));
        entry.put("goal", target.goalText());
        entry.put("verdict", target.verdict().text());
        return entry;
    }

    private List<Map<String, Object>> statistics() {
        List<Map<String, Object>> all = new ArrayList<>();
        for (Scenario scenario : results.plan().scenarios()) {
            for (SystemName system : SystemName.values()) {
                for (String variant : List.of("", PairedDrains.PLAIN, PairedDrains.LOADED)) {
                    results.statistics(
                                    scenario, system, variant, scenario.unit().figure())
                            .ifPresent(found -> all.add(entry(scenario, system, variant, found)));
                }
            }
        }
        return all;
    }

    private static Map<String, Object> entry(Scenario scenario, SystemName system, String variant, Statistics found) {
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("scenario", scenario.text());
        entry.put("system", system.text());
        entry.put("variant", variant);
        entry.put("unit", scenario.unit().text());
        entry.put("median", found.median());
        entry.put("min", found.min());
        entry.put("max", found.max());
        entry.put("stddev", found.deviation());
        entry.put("rounds", found.count());
        return entry;
    }

    private static Map<String, Object> round(Round round) {
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("scenario", round.scenario().text());
        entry.put("system", round.system().text());
        entry.put("variant", round.variant());
        entry.put("number", round.number());
        entry.put("warmUp", round.warmUp());
        entry.put("figures", round.figures().values());
        return entry;
    }
}
