package io.fluxfabric.engine.benchmarks.run;

import java.util.ArrayList;
import java.util.List;

/** One run: everything on one server, one scenario after the other. */
public final class Bench {

    private final Plan plan;
    private final Progress progress;

    public Bench(Plan plan, Progress progress) {
        this.plan = plan;
        this.progress = progress;
    }

    public Results run() {
        progress.say("starting PostgreSQL");
        try (BenchServer server = BenchServer.start();
                Children children = new Children(plan, server, progress)) {
            List<Round> rounds = new ArrayList<>();
            Competition competition = new Competition(plan, server, children, progress);
            OwnScenarios own = new OwnScenarios(plan, server, children, progress);
            for (Scenario scenario : plan.scenarios()) {
                if (!plan.systems(scenario).isEmpty()) {
                    rounds.addAll(own.knows(scenario) ? own.run(scenario) : competition.run(scenario));
                }
            }
            return new Results(plan, children.descriptions(), Environment.of(server), rounds);
        }
    }
}
