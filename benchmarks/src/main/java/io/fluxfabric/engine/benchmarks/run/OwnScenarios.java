package io.fluxfabric.engine.benchmarks.run;

import io.fluxfabric.engine.benchmarks.child.SystemName;
import io.fluxfabric.engine.benchmarks.measure.Figures;
import io.fluxfabric.engine.benchmarks.measure.Work;
import io.fluxfabric.engine.testdb.SqliteFiles;
import io.fluxfabric.engine.testdb.TestDatabase;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What is measured of the engine alone: how it behaves where a queue usually hurts. */
final class OwnScenarios {

    private static final Set<Scenario> KNOWN = Set.of(
            Scenario.RENEWALS,
            Scenario.BACKLOG,
            Scenario.UNMATCHED_HEAD,
            Scenario.SQLITE,
            Scenario.IDLE,
            Scenario.IN_FLIGHT);
    private static final List<String> SMALL_JVM = List.of("-Xms256m", "-Xmx256m", "-XX:+UseG1GC");

    private final Plan plan;
    private final BenchServer server;
    private final Children children;
    private final Progress progress;

    OwnScenarios(Plan plan, BenchServer server, Children children, Progress progress) {
        this.plan = plan;
        this.server = server;
        this.children = children;
        this.progress = progress;
    }

    boolean knows(Scenario scenario) {
        return KNOWN.contains(scenario);
    }

    List<Round> run(Scenario scenario) {
        return switch (scenario) {
            case RENEWALS -> renewals();
            case BACKLOG, UNMATCHED_HEAD -> new PairedDrains(plan, server, children, progress).run(scenario);
            case SQLITE -> sqlite();
            case IDLE -> idle();
            default -> inFlight();
        };
    }

    private List<Round> renewals() {
        Work work = plan.work(Scenario.RENEWALS, SystemName.FLUXFABRIC);
        ChildProcess child = children.of(SystemName.FLUXFABRIC);
        List<Round> rounds = new ArrayList<>();
        try (TestDatabase database = server.copyOf(children.template(SystemName.FLUXFABRIC))) {
            server.countStatements(database);
            child.open(database);
            child.round(new Work("seed", work.count(), work.bytes()));
            child.round(new Work("hold", work.count(), work.bytes()));
            for (int number = 0; number <= plan.rounds(); number++) {
                server.settle();
                rounds.add(done(Scenario.RENEWALS, number, counted(child, database, work)));
            }
            child.closeSystem();
        }
        return rounds;
    }

    private Figures counted(ChildProcess child, TestDatabase database, Work work) {
        Accounting accounting = new Accounting(server, database);
        long before = accounting.statements();
        Figures figures = child.round(work);
        return figures.and("statements", accounting.statements() - before);
    }

    private List<Round> sqlite() {
        Work work = plan.work(Scenario.SQLITE, SystemName.FLUXFABRIC);
        ChildProcess child = children.of(SystemName.FLUXFABRIC);
        List<Round> rounds = new ArrayList<>();
        try (SqliteFiles files = SqliteFiles.create()) {
            for (int number = 0; number <= plan.rounds(); number++) {
                Path file = files.freshFile();
                child.open("jdbc:sqlite:" + file, SqliteFiles.url(file));
                rounds.add(done(Scenario.SQLITE, number, child.round(work)));
                child.closeSystem();
            }
        }
        return rounds;
    }

    /** Once is enough: it is a count over a time, and the same every time. */
    private List<Round> idle() {
        Work work = plan.work(Scenario.IDLE, SystemName.FLUXFABRIC);
        ChildProcess child = children.of(SystemName.FLUXFABRIC);
        try (TestDatabase database = server.copyOf(children.template(SystemName.FLUXFABRIC))) {
            server.countStatements(database);
            child.open(database);
            child.round(new Work("idle-start", 0, 0));
            child.round(new Work("idle", 1_000, 0));
            Figures figures = counted(child, database, work);
            child.round(new Work("idle-stop", 0, 0));
            child.closeSystem();
            double statements = figures.values().getOrDefault("statements", Double.NaN);
            return List.of(
                    done(Scenario.IDLE, 1, figures.and("statementsPerSecond", statements / (work.count() / 1e3))));
        }
    }

    /** In a process of its own, because its heap is another. */
    private List<Round> inFlight() {
        Work work = plan.work(Scenario.IN_FLIGHT, SystemName.FLUXFABRIC);
        try (TestDatabase database = server.copyOf(children.template(SystemName.FLUXFABRIC));
                ChildProcess child = ChildProcess.start(SystemName.FLUXFABRIC, SMALL_JVM)) {
            child.open(database);
            Figures figures = child.round(work);
            child.closeSystem();
            return List.of(done(Scenario.IN_FLIGHT, 1, figures));
        }
    }

    private Round done(Scenario scenario, int number, Figures figures) {
        return progress.done(new Round(scenario, SystemName.FLUXFABRIC, "", number, figures));
    }
}
