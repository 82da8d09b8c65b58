package io.fluxfabric.engine.r2dbc.reclaim;

import io.fluxfabric.engine.r2dbc.kit.StoredState;
import io.fluxfabric.engine.r2dbc.sql.RowReader;
import io.fluxfabric.engine.reclaim.NotReclaimableReason;
import io.fluxfabric.engine.state.LifecyclePhase;
import io.fluxfabric.engine.state.StateVector;
import io.fluxfabric.engine.state.Transition;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An execution whose holder may be lost, its row locked. The two ways of losing one are told apart here and nowhere else: its lease was
 * taken away or swept and it is kept for a reclaim; or its lease has lapsed and nobody has cleared up yet.
 *
 * @param reclaims how often its holders were lost
 * @param maxReclaims how often its policy allows that
 * @param nowMs the database's time when it was locked
 */
record LostExecution(StateVector state, @Nullable Long leaseExpiresMs, int reclaims, int maxReclaims, long nowMs) {

    /** The columns it is made of, besides the state. */
    static final String COLUMNS = "lease_expires_at_ms, lease_reclaim_count, max_reclaim_count";

    /** Reads {@link #COLUMNS}, the state and {@code at_ms}. */
    static LostExecution of(RowReader row) {
        return new LostExecution(
                StoredState.of(row).vector(),
                row.numberOrNull("lease_expires_at_ms"),
                row.integer("lease_reclaim_count"),
                row.integer("max_reclaim_count"),
                row.number("at_ms"));
    }

    /** Why there is nothing to take over; empty if there is. */
    Optional<NotReclaimableReason> refusal() {
        if (Transition.RECLAIM.admits(state) || lapsed()) {
            return Optional.empty();
        }
        return Optional.of(
                state.phase() == LifecyclePhase.ACTIVE
                        ? NotReclaimableReason.LEASE_STILL_LIVE
                        : NotReclaimableReason.NOT_ACTIVE);
    }

    /** At its very end a lease is over. */
    private boolean lapsed() {
        return Transition.RECLAIM_LAPSED.admits(state) && leaseExpiresMs != null && leaseExpiresMs <= nowMs;
    }

    boolean capReached() {
        return reclaims >= maxReclaims;
    }

    /** The state for people. */
    String detail() {
        return "lifecycle_phase=%s, ownership_state=%s"
                .formatted(state.phase().literal(), state.ownership().literal());
    }
}
