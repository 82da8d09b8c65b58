package io.fluxfabric.engine.benchmarks.run;

import io.fluxfabric.engine.benchmarks.child.SystemName;
import io.fluxfabric.engine.benchmarks.measure.Figures;
import io.fluxfabric.engine.benchmarks.measure.Work;
import io.fluxfabric.engine.testdb.TestDatabase;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The same work for several systems, round by round in turn; every round on a fresh copy of a system's empty database. */
final class Competition {

    private final Plan plan;
    private final BenchServer server;
    private final Children children;
    private final Progress progress;

    Competition(Plan plan, BenchServer server, Children children, Progress progress) {
        this.plan = plan;
        this.server = server;
        this.children = children;
        this.progress = progress;
    }

    List<Round> run(Scenario scenario) {
        List<Round> rounds = new ArrayList<>();
        for (int number = 0; number <= plan.rounds(); number++) {
            List<SystemName> order = new ArrayList<>(plan.systems(scenario));
            Collections.rotate(order, -number);
            for (SystemName system : order) {
                Work work = plan.work(scenario, system);
                Figures figures = number == 0 ? counted(system, work) : measured(system, work);
                rounds.add(progress.done(new Round(scenario, system, "", number, figures)));
            }
        }
        return rounds;
    }

    private Figures measured(SystemName system, Work work) {
        ChildProcess child = children.of(system);
        try (TestDatabase database = server.copyOf(children.template(system))) {
            child.open(database);
            server.settle();
            Figures figures = child.round(work);
            child.closeSystem();
            return figures;
        }
    }

    /** The round that warms up, while the database counts; what opening and closing alone costs is taken off. */
    private Figures counted(SystemName system, Work work) {
        long idle = transactionsOfNothing(system);
        ChildProcess child = children.of(system);
        try (TestDatabase database = server.copyOf(children.template(system))) {
            server.countStatements(database);
            Accounting accounting = new Accounting(server, database);
            child.open(database);
            server.settle();
            long wal = accounting.wal();
            long statements = accounting.statements();
            Figures figures = child.round(work);
            Figures counts = Figures.of("walBytes", accounting.wal() - wal)
                    .and("statements", accounting.statements() - statements);
            child.closeSystem();
            return figures.and(counts)
                    .and("transactions", accounting.transactions() - idle)
                    .and(accounting.tuples());
        }
    }

    private long transactionsOfNothing(SystemName system) {
        try (TestDatabase database = server.copyOf(children.template(system))) {
            children.of(system).open(database);
            children.of(system).closeSystem();
            return new Accounting(server, database).transactions();
        }
    }
}
