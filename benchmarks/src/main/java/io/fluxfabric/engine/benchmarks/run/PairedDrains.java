package io.fluxfabric.engine.benchmarks.run;

import io.fluxfabric.engine.benchmarks.child.SystemName;
import io.fluxfabric.engine.benchmarks.measure.Figures;
import io.fluxfabric.engine.benchmarks.measure.Work;
import io.fluxfabric.engine.testdb.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * The same drain twice a round: on a lane that holds just the work, and on one where much more waits, or where work that nobody
 * can serve stands in front.
 */
public final class PairedDrains {

    /** The lane that holds just the work. */
    public static final String PLAIN = "plain";

    /** The lane on which the drain should hurt. */
    public static final String LOADED = "loaded";

    private final Plan plan;
    private final BenchServer server;
    private final Children children;
    private final Progress progress;

    PairedDrains(Plan plan, BenchServer server, Children children, Progress progress) {
        this.plan = plan;
        this.server = server;
        this.children = children;
        this.progress = progress;
    }

    List<Round> run(Scenario scenario) {
        Work load = scenario == Scenario.BACKLOG
                ? new Work("seed", plan.depth(scenario), 16)
                : new Work("seed-unmatched", plan.depth(scenario), 16);
        List<Round> rounds = new ArrayList<>();
        try (TestDatabase loaded = server.copyOf(children.template(SystemName.FLUXFABRIC))) {
            progress.say(String.format("%s: storing %,d executions first", scenario.text(), load.count()));
            seed(loaded, load);
            for (int number = 0; number <= plan.rounds(); number++) {
                try (TestDatabase plain = server.copyOf(children.template(SystemName.FLUXFABRIC))) {
                    rounds.add(drain(scenario, PLAIN, number, plain));
                }
                rounds.add(drain(scenario, LOADED, number, loaded));
            }
        }
        return rounds;
    }

    private void seed(TestDatabase database, Work load) {
        ChildProcess child = children.of(SystemName.FLUXFABRIC);
        child.open(database);
        child.round(load);
        child.closeSystem();
    }

    /** What is drained is stored first, outside of the time. */
    private Round drain(Scenario scenario, String variant, int number, TestDatabase database) {
        Work work = plan.work(scenario, SystemName.FLUXFABRIC);
        ChildProcess child = children.of(SystemName.FLUXFABRIC);
        child.open(database);
        child.round(new Work("seed", work.count(), work.bytes()));
        vacuum(database);
        server.settle();
        Figures figures = child.round(work);
        child.closeSystem();
        return progress.done(new Round(scenario, SystemName.FLUXFABRIC, variant, number, figures));
    }

    private static void vacuum(TestDatabase database) {
        try (Connection connection = database.openJdbc();
                Statement statement = connection.createStatement()) {
            statement.execute("VACUUM ANALYZE");
        } catch (SQLException e) {
            throw new IllegalStateException("cannot vacuum " + database, e);
        }
    }
}
