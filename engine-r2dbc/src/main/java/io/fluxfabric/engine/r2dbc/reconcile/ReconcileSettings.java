package io.fluxfabric.engine.r2dbc.reconcile;

import io.fluxfabric.engine.error.ConfigurationException;
import java.time.Duration;

/**
 * How the housekeeping is done.
 *
 * @param batch how many rows one transaction moves or deletes at most
 * @param reclaimGrace how long an execution whose lease lapsed is kept for reclaims before any worker may resume it; zero puts
 *     it back on its lane at once
 * @param retention how long an execution is remembered after its end, unless it says so itself
 * @param eventAge how long events are kept
 * @param filter whose executions it looks after
 */
public record ReconcileSettings(
        int batch, Duration reclaimGrace, Duration retention, Duration eventAge, ReconcileFilter filter) {

    private static final int LARGEST_BATCH = 10_000;

    /** What is added to a time of the database must leave it a time. */
    private static final Duration LONGEST = Duration.ofDays(36_600);

    public ReconcileSettings {
        if (batch < 1 || batch > LARGEST_BATCH) {
            throw new ConfigurationException(
                    "reconcile.batch", "reconcile.batch must be between 1 and " + LARGEST_BATCH + ", but is " + batch);
        }
        check("reconcile.reclaimGrace", reclaimGrace);
        check("reconcile.retention", retention);
        check("reconcile.eventAge", eventAge);
    }

    private static void check(String setting, Duration value) {
        if (value.isNegative()) {
            throw new ConfigurationException(setting, setting + " must not be negative, but is " + value);
        }
        if (value.compareTo(LONGEST) > 0) {
            throw new ConfigurationException(setting, setting + " must be at most " + LONGEST + ", but is " + value);
        }
    }

    /** Batches of 1000, no grace, executions for a day after their end, events for a week. */
    public static ReconcileSettings defaults() {
        return new ReconcileSettings(
                1000, Duration.ZERO, Duration.ofDays(1), Duration.ofDays(7), ReconcileFilter.all());
    }

    public ReconcileSettings batch(int size) {
        return new ReconcileSettings(size, reclaimGrace, retention, eventAge, filter);
    }

    public ReconcileSettings reclaimGrace(Duration grace) {
        return new ReconcileSettings(batch, grace, retention, eventAge, filter);
    }

    public ReconcileSettings retention(Duration time) {
        return new ReconcileSettings(batch, reclaimGrace, time, eventAge, filter);
    }

    public ReconcileSettings eventAge(Duration age) {
        return new ReconcileSettings(batch, reclaimGrace, retention, age, filter);
    }

    public ReconcileSettings filter(ReconcileFilter only) {
        return new ReconcileSettings(batch, reclaimGrace, retention, eventAge, only);
    }
}
