package io.fluxfabric.engine.benchmarks.run;

import io.fluxfabric.engine.benchmarks.child.SystemName;
import io.fluxfabric.engine.testdb.TestDatabase;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The processes of a run, started when they are first needed, and an empty database with the schema of each. */
final class Children implements AutoCloseable {

    private final Plan plan;
    private final BenchServer server;
    private final Progress progress;
    private final Map<SystemName, ChildProcess> running = new EnumMap<>(SystemName.class);
    private final Map<SystemName, TestDatabase> templates = new EnumMap<>(SystemName.class);

    Children(Plan plan, BenchServer server, Progress progress) {
        this.plan = plan;
        this.server = server;
        this.progress = progress;
    }

    ChildProcess of(SystemName system) {
        ChildProcess known = running.get(system);
        if (known != null) {
            return known;
        }
        progress.say("starting a process for " + system.text());
        ChildProcess fresh = ChildProcess.start(
                system,
                Stream.concat(ChildProcess.JVM.stream(), plan.jvm().stream()).toList());
        running.put(system, fresh);
        TestDatabase template = server.fresh();
        fresh.prepare(template);
        templates.put(system, template);
        return fresh;
    }

    TestDatabase template(SystemName system) {
        of(system);
        TestDatabase template = templates.get(system);
        if (template == null) {
            throw new IllegalStateException(system.text() + " is not prepared");
        }
        return template;
    }

    /** What each system says about its settings. */
    Map<SystemName, String> descriptions() {
        Map<SystemName, String> descriptions = new TreeMap<>();
        running.forEach((system, child) -> descriptions.put(system, child.description()));
        return descriptions;
    }

    @Override
    public void close() {
        running.values().forEach(ChildProcess::close);
    }
}
