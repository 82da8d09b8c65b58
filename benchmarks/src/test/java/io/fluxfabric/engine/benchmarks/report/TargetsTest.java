package io.fluxfabric.engine.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.benchmarks.child.SystemName;
import io.fluxfabric.engine.benchmarks.measure.Figures;
import io.fluxfabric.engine.benchmarks.run.PairedDrains;
import io.fluxfabric.engine.benchmarks.run.Plan;
import io.fluxfabric.engine.benchmarks.run.Results;
import io.fluxfabric.engine.benchmarks.run.Round;
import io.fluxfabric.engine.benchmarks.run.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class TargetsTest {

    private final List<Round> rounds = new ArrayList<>();

    @Test
    @DisplayName("ratios are medians of the measured rounds, ours divided by theirs; the warm-up does not count")
    void ratios() {
        round(Scenario.BURN_DOWN, SystemName.FLUXFABRIC, "", 0, 1);
        for (int number = 1; number <= 3; number++) {
            round(Scenario.BURN_DOWN, SystemName.FLUXFABRIC, "", number, 1_000 * number);
            round(Scenario.BURN_DOWN, SystemName.DB_SCHEDULER, "", number, 800);
            round(Scenario.BURN_DOWN, SystemName.RAW, "", number, 3_000);
        }
        assertThat(targets().ratios()).isEqualTo("ratios: db-scheduler=2.50 jobrunr=n/a raw=0.67 naive=n/a");
        assertThat(verdict("burn-down / db-scheduler")).isEqualTo(Target.Verdict.REACHED);
        assertThat(verdict("burn-down / raw")).isEqualTo(Target.Verdict.MISSED);
        assertThat(verdict("burn-down / jobrunr")).isEqualTo(Target.Verdict.NOT_MEASURED);
    }

    @Test
    @DisplayName("a latency is a ceiling, measured in bare inserts")
    void ceiling() {
        rounds.add(new Round(Scenario.LATENCY, SystemName.FLUXFABRIC, "", 1, Figures.of("p50", 1.7)));
        rounds.add(new Round(Scenario.LATENCY, SystemName.RAW, "", 1, Figures.of("p50", 0.2)));
        assertThat(verdict("lone task / bare insert")).isEqualTo(Target.Verdict.MISSED);
        rounds.set(0, new Round(Scenario.LATENCY, SystemName.FLUXFABRIC, "", 1, Figures.of("p50", 1.5)));
        assertThat(verdict("lone task / bare insert")).isEqualTo(Target.Verdict.REACHED);
    }

    @Test
    @DisplayName("a drain that should hurt is compared with one that should not")
    void paired() {
        round(Scenario.BACKLOG, SystemName.FLUXFABRIC, PairedDrains.PLAIN, 1, 1_000);
        round(Scenario.BACKLOG, SystemName.FLUXFABRIC, PairedDrains.LOADED, 1, 790);
        assertThat(verdict("deep backlog / small backlog")).isEqualTo(Target.Verdict.MISSED);
        assertThat(targets().table().toString()).contains("0.79").contains("not measured");
    }

    private void round(Scenario scenario, SystemName system, String variant, int number, double rate) {
        rounds.add(new Round(scenario, system, variant, number, Figures.of("rate", rate)));
    }

    private Target.Verdict verdict(String text) {
        return targets().all().stream()
                .filter(target -> target.text().equals(text))
                .findFirst()
                .orElseThrow()
                .verdict();
    }

    private Targets targets() {
        Plan plan = new Plan(List.of(Scenario.values()), List.of(SystemName.values()), 20_000, 3, false, List.of());
        return new Targets(new Results(plan, Map.of(), Map.of(), rounds));
    }
}
