package io.fluxfabric.engine.r2dbc;

import io.fluxfabric.engine.error.ConfigurationException;
import io.fluxfabric.engine.id.PartitionCount;
import io.fluxfabric.engine.limits.Limits;
import io.fluxfabric.engine.r2dbc.coalesce.CoalescerSettings;
import io.fluxfabric.engine.r2dbc.migrate.MigrationMode;
import io.fluxfabric.engine.r2dbc.reconcile.ReconcileSettings;
import io.fluxfabric.engine.r2dbc.sql.ContentionRetry;
import io.fluxfabric.engine.r2dbc.sql.EngineClock;
import io.fluxfabric.engine.r2dbc.sql.connect.PoolSettings;
import io.fluxfabric.engine.r2dbc.sql.connect.SessionSettings;
import io.fluxfabric.engine.r2dbc.wake.WakeUpSettings;
import java.time.Duration;
import java.util.function.Consumer;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** Everything that can be set on an engine. Immutable: each method that sets something gives a copy. */
public final class EngineSettings {

    private PartitionCount partitions = PartitionCount.DEFAULT;
    private MigrationMode migrations = MigrationMode.MIGRATE;
    private PoolSettings pool = PoolSettings.defaults();
    private SessionSettings session = SessionSettings.defaults();
    private Duration operationTimeout = Duration.ofSeconds(45);
    private ContentionRetry contention = ContentionRetry.defaults();
    private CoalescerSettings coalescing = CoalescerSettings.defaults();
    private WakeUpSettings wakeUps = WakeUpSettings.defaults();
    private Limits limits = Limits.defaults();
    private ReconcileSettings reconcile = ReconcileSettings.defaults();
    private Scheduler timer = Schedulers.parallel();
    private EngineClock clock = EngineClock.database();

    private EngineSettings() {}

    public static EngineSettings defaults() {
        return new EngineSettings();
    }

    private EngineSettings with(Consumer<EngineSettings> change) {
        EngineSettings copy = new EngineSettings();
        copy.partitions = partitions;
        copy.migrations = migrations;
        copy.pool = pool;
        copy.session = session;
        copy.operationTimeout = operationTimeout;
        copy.contention = contention;
        copy.coalescing = coalescing;
        copy.wakeUps = wakeUps;
        copy.limits = limits;
        copy.reconcile = reconcile;
        copy.timer = timer;
        copy.clock = clock;
        change.accept(copy);
        return copy;
    }

    /** Over how many partitions ids are spread; fixed once the database exists. From 1 to 65536. */
    public EngineSettings partitions(int count) {
        PartitionCount partitionCount = PartitionCount.of(count);
        return with(copy -> copy.partitions = partitionCount);
    }

    public PartitionCount partitions() {
        return partitions;
    }

    /** Whether {@code prepare()} may change the schema. */
    public EngineSettings migrations(MigrationMode value) {
        return with(copy -> copy.migrations = value);
    }

    public MigrationMode migrations() {
        return migrations;
    }

    /** The engine's own connections. */
    public EngineSettings pool(PoolSettings value) {
        return with(copy -> copy.pool = value);
    }

    public PoolSettings pool() {
        return pool;
    }

    /** What is asked of a PostgreSQL session. */
    public EngineSettings session(SessionSettings value) {
        return with(copy -> copy.session = value);
    }

    public SessionSettings session() {
        return session;
    }

    /**
     * After which a transaction that has its connection is given up and the connection closed. Longer than the session's statement
     * timeout: what is only slow should be ended by the server, which knows what came of it.
     */
    public EngineSettings operationTimeout(Duration value) {
        if (value.isZero() || value.isNegative()) {
            throw new ConfigurationException(
                    "operationTimeout", "operationTimeout must be longer than zero, but is " + value);
        }
        return with(copy -> copy.operationTimeout = value);
    }

    public Duration operationTimeout() {
        return operationTimeout;
    }

    /** How often a transaction that lost a race is run again. */
    public EngineSettings contention(ContentionRetry value) {
        return with(copy -> copy.contention = value);
    }

    public ContentionRetry contention() {
        return contention;
    }

    /** How concurrent calls are gathered into statements. */
    public EngineSettings coalescing(CoalescerSettings value) {
        return with(copy -> copy.coalescing = value);
    }

    public CoalescerSettings coalescing() {
        return coalescing;
    }

    /** How those who wait for work learn of it. */
    public EngineSettings wakeUps(WakeUpSettings value) {
        return with(copy -> copy.wakeUps = value);
    }

    public WakeUpSettings wakeUps() {
        return wakeUps;
    }

    /** How much the engine accepts. */
    public EngineSettings limits(Limits value) {
        return with(copy -> copy.limits = value);
    }

    public Limits limits() {
        return limits;
    }

    /** How housekeeping is done. */
    public EngineSettings reconcile(ReconcileSettings value) {
        return with(copy -> copy.reconcile = value);
    }

    public ReconcileSettings reconcile() {
        return reconcile;
    }

    /** What waits wait on. */
    public EngineSettings timer(Scheduler value) {
        return with(copy -> copy.timer = value);
    }

    public Scheduler timer() {
        return timer;
    }

    /** Whose time statements read; anything but the database's is for tests. */
    public EngineSettings clock(EngineClock value) {
        return with(copy -> copy.clock = value);
    }

    public EngineClock clock() {
        return clock;
    }
}
