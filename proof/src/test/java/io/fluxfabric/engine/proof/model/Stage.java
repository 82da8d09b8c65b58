package io.fluxfabric.engine.proof.model;

import io.fluxfabric.engine.Engine;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.id.IdMint;
import io.fluxfabric.engine.id.PartitionCount;
import io.fluxfabric.engine.r2dbc.EngineSettings;
import io.fluxfabric.engine.r2dbc.R2dbcEngine;
import io.fluxfabric.engine.r2dbc.reconcile.ReconcileSettings;
import io.fluxfabric.engine.r2dbc.sql.EngineClock;
import io.fluxfabric.engine.tck.TestClock;
import io.fluxfabric.engine.testdb.PostgresServer;
import io.fluxfabric.engine.testdb.SqliteFiles;
import io.fluxfabric.engine.testdb.TestDatabase;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Where sequences are played: two nodes on one database and one clock, of which one keeps lost executions for reclaims. Each sequence
 * has a namespace of its own.
 */
final class Stage implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final TestClock clock = new TestClock();
    private final IdMint mint = new IdMint(PartitionCount.DEFAULT, System::currentTimeMillis);
    private final R2dbcEngine prompt;
    private final R2dbcEngine patient;
    private final Runnable dispose;
    private final Map<ExecutionId, String> names = new ConcurrentHashMap<>();
    private int plays;
    private long began;

    private Stage(String url, Runnable dispose) {
        this.dispose = dispose;
        this.prompt = open(url, Duration.ZERO);
        this.patient = open(url, Duration.ofMillis(Model.GRACE));
        prompt.prepare().block(PATIENCE);
    }

    private R2dbcEngine open(String url, Duration reclaimGrace) {
        return R2dbcEngine.open(
                url,
                EngineSettings.defaults()
                        .clock(EngineClock.bound(clock::millis))
                        .timer(clock.timer())
                        .reconcile(ReconcileSettings.defaults().reclaimGrace(reclaimGrace)));
    }

    static Stage postgres() {
        TestDatabase database = PostgresServer.shared().freshDatabase();
        return new Stage(database.r2dbcUrl(), database::drop);
    }

    static Stage sqliteFile() {
        SqliteFiles files = SqliteFiles.create();
        return new Stage(files.freshUrl(), files::close);
    }

    static Stage sqliteMemory() {
        return new Stage("r2dbc:sqlite:memory:///" + UUID.randomUUID(), () -> {});
    }

    /** A new namespace, in which it is the beginning of time. */
    void begin() {
        plays++;
        names.clear();
        began = clock.millis();
    }

    String namespace() {
        return "play-" + plays;
    }

    int plays() {
        return plays;
    }

    Engine node(boolean grace) {
        return grace ? patient : prompt;
    }

    int connectionsInUse() {
        return prompt.connectionsInUse() + patient.connectionsInUse();
    }

    TestClock clock() {
        return clock;
    }

    long at(Instant instant) {
        return instant.toEpochMilli() - began;
    }

    /** A new id for an execution to be. */
    ExecutionId name(String name) {
        ExecutionId id = mint.soloExecution();
        names.put(id, name);
        return id;
    }

    String nameOf(ExecutionId id) {
        return names.getOrDefault(id, "a stranger");
    }

    @Override
    public void close() {
        prompt.close().block(PATIENCE);
        patient.close().block(PATIENCE);
        dispose.run();
    }
}
