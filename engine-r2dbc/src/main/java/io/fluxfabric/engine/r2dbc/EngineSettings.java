package io.fluxfabric.engine.r2dbc;

import io.fluxfabric.engine.error.ConfigurationException;
import io.fluxfabric.engine.limits.Limits;
import io.fluxfabric.engine.r2dbc.coalesce.CoalescerSettings;
import io.fluxfabric.engine.r2dbc.migrate.MigrationMode;
import io.fluxfabric.engine.r2dbc.reconcile.ReconcileSettings;
import io.fluxfabric.engine.r2dbc.sql.ContentionRetry;
import io.fluxfabric.engine.r2dbc.sql.EngineClock;
import io.fluxfabric.engine.r2dbc.sql.connect.PoolSettings;
import io.fluxfabric.engine.r2dbc.sql.connect.SessionSettings;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * Everything that can be set on an engine.
 *
 * @param partitions over how many partitions ids are spread; fixed once the database exists
 * @param migrations whether {@code prepare()} may change the schema
 * @param pool the engine's own connections
 * @param session what is asked of a PostgreSQL session
 * @param contention how often a transaction that lost a race is run again
 * @param coalescing how concurrent calls are gathered into statements
 * @param limits how much the engine accepts
 * @param reconcile how housekeeping is done
 * @param timer what waits wait on
 * @param clock whose time statements read; anything but the database's is for tests
 */
public record EngineSettings(
        int partitions,
        MigrationMode migrations,
        PoolSettings pool,
        SessionSettings session,
        ContentionRetry contention,
        CoalescerSettings coalescing,
        Limits limits,
        ReconcileSettings reconcile,
        Scheduler timer,
        EngineClock clock) {

    /** An id holds its partition in 16 bits. */
    private static final int MOST_PARTITIONS = 65_536;

    public EngineSettings {
        if (partitions < 1 || partitions > MOST_PARTITIONS) {
            throw new ConfigurationException(
                    "partitions", "partitions must be between 1 and " + MOST_PARTITIONS + ", but is " + partitions);
        }
    }

    public static EngineSettings defaults() {
        return new EngineSettings(
                256,
                MigrationMode.MIGRATE,
                PoolSettings.defaults(),
                SessionSettings.defaults(),
                ContentionRetry.defaults(),
                CoalescerSettings.defaults(),
                Limits.defaults(),
                ReconcileSettings.defaults(),
                Schedulers.parallel(),
                EngineClock.database());
    }

    public EngineSettings partitions(int count) {
        return new EngineSettings(
                count, migrations, pool, session, contention, coalescing, limits, reconcile, timer, clock);
    }

    public EngineSettings migrations(MigrationMode mode) {
        return new EngineSettings(
                partitions, mode, pool, session, contention, coalescing, limits, reconcile, timer, clock);
    }

    public EngineSettings pool(PoolSettings settings) {
        return new EngineSettings(
                partitions, migrations, settings, session, contention, coalescing, limits, reconcile, timer, clock);
    }

    public EngineSettings session(SessionSettings settings) {
        return new EngineSettings(
                partitions, migrations, pool, settings, contention, coalescing, limits, reconcile, timer, clock);
    }

    public EngineSettings clock(EngineClock source) {
        return new EngineSettings(
                partitions, migrations, pool, session, contention, coalescing, limits, reconcile, timer, source);
    }

    public EngineSettings limits(Limits newLimits) {
        return new EngineSettings(
                partitions, migrations, pool, session, contention, coalescing, newLimits, reconcile, timer, clock);
    }

    public EngineSettings reconcile(ReconcileSettings settings) {
        return new EngineSettings(
                partitions, migrations, pool, session, contention, coalescing, limits, settings, timer, clock);
    }

    public EngineSettings timer(Scheduler scheduler) {
        return new EngineSettings(
                partitions, migrations, pool, session, contention, coalescing, limits, reconcile, scheduler, clock);
    }

    public EngineSettings coalescing(CoalescerSettings settings) {
        return new EngineSettings(
                partitions, migrations, pool, session, contention, settings, limits, reconcile, timer, clock);
    }
}
