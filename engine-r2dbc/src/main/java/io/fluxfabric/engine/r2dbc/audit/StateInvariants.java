package io.fluxfabric.engine.r2dbc.audit;

import io.fluxfabric.engine.state.EligibilityState;
import io.fluxfabric.engine.state.LifecyclePhase;
import io.fluxfabric.engine.state.OwnershipState;
import io.fluxfabric.engine.state.StateSql;
import java.util.List;

/** What holds within the row of an execution. */
final class StateInvariants {

    private static final StateSql STATE = StateSql.of("e");

    private static final String VECTOR = """
            (e.lifecycle_phase || '/' || e.ownership_state || '/' || e.eligibility_state || '/' || e.blocking_reason || '/' ||
             e.terminal_outcome || '/' || e.attempt_state)""";

    private static final String LEASED = "e.ownership_state = '" + OwnershipState.LEASED.literal() + "'";
    private static final String ACTIVE = "e.lifecycle_phase = '" + LifecyclePhase.ACTIVE.literal() + "'";
    private static final String TERMINAL = "e.lifecycle_phase = '" + LifecyclePhase.TERMINAL.literal() + "'";
    private static final String TIMED =
            "e.eligibility_state = '" + EligibilityState.NOT_ELIGIBLE_UNTIL_TIME.literal() + "'";

    static final List<Invariant> ALL = List.of(
            // Blocking reason and eligibility are two of the six, so that they fit each other is part of this.
            Invariant.ofExecutions("state-vector-consistent", VECTOR, "NOT (" + STATE.consistent() + ")"),
            Invariant.ofExecutions(
                    "public-state-derived",
                    "e.public_state || ' is stored for ' || " + VECTOR,
                    "e.public_state <> " + STATE.publicState()),
            Invariant.ofExecutions(
                    "terminal-has-time",
                    "e.lifecycle_phase || ', terminal_at_ms ' || COALESCE(CAST(e.terminal_at_ms AS text), 'NULL')",
                    "(" + TERMINAL + ") <> (e.terminal_at_ms IS NOT NULL)"),
            Invariant.ofExecutions(
                    "delay-has-time",
                    "e.eligibility_state || ', delay_until_ms ' || COALESCE(CAST(e.delay_until_ms AS text), 'NULL')",
                    "(" + TIMED + ") <> (e.delay_until_ms IS NOT NULL)"),
            Invariant.ofExecutions("leased-has-lease", "'leased, but part of the lease is missing'", LEASED + """
                     AND (e.lease_id IS NULL OR e.lease_kind IS NULL OR e.lease_worker_id IS NULL
                          OR e.lease_worker_instance_id IS NULL OR e.lease_acquired_at_ms IS NULL
                          OR e.lease_renewed_at_ms IS NULL OR e.lease_expires_at_ms IS NULL OR e.lease_check_at_ms IS NULL
                          OR e.current_attempt_id IS NULL OR e.current_attempt_index IS NULL)"""),
            // A lapsed lease that is kept for reclaims is active without a lease, and still to be looked after.
            Invariant.ofExecutions(
                    "unleased-has-no-lease", "e.ownership_state || ', but part of a lease is left'", """
                    NOT (%s) AND (e.lease_id IS NOT NULL OR e.lease_kind IS NOT NULL OR e.lease_acquired_at_ms IS NOT NULL
                          OR e.lease_renewed_at_ms IS NOT NULL OR e.lease_expires_at_ms IS NOT NULL
                          OR e.attempt_timeout_at_ms IS NOT NULL
                          OR (e.lease_check_at_ms IS NOT NULL AND NOT (%s)))""".formatted(
                                    LEASED, ACTIVE)),
            Invariant.ofExecutions(
                    "retries-within-cap",
                    "e.retry_count || ' retries, allowed ' || {MAX_RETRIES}",
                    "e.retry_count > {MAX_RETRIES}"),
            Invariant.ofExecutions(
                    "reclaims-within-cap",
                    "e.lease_reclaim_count || ' reclaims, allowed ' || e.max_reclaim_count",
                    "e.lease_reclaim_count > e.max_reclaim_count"),
            Invariant.ofExecutions(
                    "replays-within-cap",
                    "e.replay_count || ' replays, allowed ' || e.max_replay_count",
                    "e.replay_count > e.max_replay_count"));

    private StateInvariants() {}
}
