package io.fluxfabric.engine.r2dbc.reconcile;

import io.fluxfabric.engine.error.ConfigurationException;
import java.time.Duration;

/**
 * How the housekeeping is done.
 *
 * @param batch how many executions one transaction moves at most
 * @param reclaimGrace how long an execution whose lease lapsed is kept for reclaims before any worker may resume it; zero puts
 *     it back on its lane at once
 */
public record ReconcileSettings(int batch, Duration reclaimGrace) {

    private static final int LARGEST_BATCH = 10_000;

    public ReconcileSettings {
        if (batch < 1 || batch > LARGEST_BATCH) {
            throw new ConfigurationException(
                    "reconcile.batch", "reconcile.batch must be between 1 and " + LARGEST_BATCH + ", but is " + batch);
        }
        if (reclaimGrace.isNegative()) {
            throw new ConfigurationException(
                    "reconcile.reclaimGrace", "reconcile.reclaimGrace must not be negative, but is " + reclaimGrace);
        }
    }

    /** Batches of 500, and no grace. */
    public static ReconcileSettings defaults() {
        return new ReconcileSettings(500, Duration.ZERO);
    }

    public ReconcileSettings batch(int size) {
        return new ReconcileSettings(size, reclaimGrace);
    }

    public ReconcileSettings reclaimGrace(Duration grace) {
        return new ReconcileSettings(batch, grace);
    }
}
