package io.fluxfabric.engine.r2dbc.reconcile;

import io.fluxfabric.engine.r2dbc.kit.LockedRows;
import io.fluxfabric.engine.r2dbc.kit.Steps;
import io.fluxfabric.engine.r2dbc.reconcile.Verdict.Kind;
import io.fluxfabric.engine.r2dbc.sql.Chain;
import io.fluxfabric.engine.state.StateSql;
import io.fluxfabric.engine.state.Transition;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/** How each verdict is carried out: a chain for any number of locked executions. */
final class VerdictChains {

    private static final String BY_TIMEOUT = "failure_reason = 'attempt_timeout', failure_category = 'timeout'";

    private static final String ATTEMPT_TIMED_OUT = """
            lifecycle = 'ended_failure', outcome = 'interrupted', ended_at_ms = e_at, failure_class = 'timeout',\s""" + BY_TIMEOUT;

    private static final String ATTEMPT_LOST = """
            lifecycle = 'suspended', outcome = 'lease_expired_reclaimable', interruption = 'expired', suspended_at_ms = e_at""";

    /**
     * Each loss counts: an execution that takes its workers down with it must not do so for ever. What is kept for a reclaim is
     * counted when that ends, by the reclaim or by the next worker, and so but once.
     */
    private static final String COUNTED = "lease_reclaim_count = lease_reclaim_count + 1";

    private static final Chain EXPIRE = ended(
                    Transition.EXPIRE, "failure_reason = 'execution_deadline', failure_category = 'timeout'")
            .then(LockedRows.attempts("moved", """
                    lifecycle = 'ended_failure', outcome = 'interrupted', ended_at_ms = e_at, failure_class = 'timeout',
                    failure_reason = 'execution_deadline', failure_category = 'timeout'"""))
            .then(LockedRows.leaseEvents("moved", "revoked", "'execution_deadline'"))
            .then(Steps.completionEvents("moved", "'execution_deadline'"))
            .then(Steps.countMoves("moved"));

    private static final Chain FAIL = ended(Transition.FAIL, BY_TIMEOUT)
            .then(LockedRows.attempts("moved", ATTEMPT_TIMED_OUT))
            .then(LockedRows.leaseEvents("moved", "revoked", "'attempt_timeout'"))
            .then(Steps.completionEvents("moved", "'attempt_timeout'"))
            .then(Steps.countMoves("moved"));

    private static final Chain GIVE_UP = ended(
                    Transition.EXCEED_RECLAIM_CAP,
                    "failure_reason = 'max_reclaims_exceeded', failure_category = 'infra_crash'")
            .then(LockedRows.attempts("moved", """
                    lifecycle = 'ended_failure', outcome = 'interrupted', interruption = 'expired', ended_at_ms = e_at,
                    failure_class = 'infra_crash', failure_reason = 'max_reclaims_exceeded', failure_category = 'infra_crash'"""))
            .then(LockedRows.leaseEvents("moved", "expired", "'max_reclaims_exceeded'"))
            .then(Steps.completionEvents("moved", "'max_reclaims_exceeded'"))
            .then(Steps.countMoves("moved"));

    private static final Map<Kind, Chain> CHAINS = new EnumMap<>(Map.of(
            Kind.EXPIRE, EXPIRE,
            Kind.RETRY, retried(Transition.RETRY),
            Kind.RETRY_NOW, retried(Transition.RETRY_NOW),
            Kind.FAIL, FAIL,
            Kind.REQUEUE, lost(Transition.EXPIRE_LEASE, COUNTED, "lease_check_at_ms = NULL"),
            Kind.HOLD, lost(Transition.HOLD_FOR_RECLAIM, "lease_check_at_ms = d_at"),
            Kind.LET_GO, letGo(),
            Kind.GIVE_UP, GIVE_UP,
            Kind.LOOK_LATER, lookLater()));

    private VerdictChains() {}

    static Chain of(Kind kind) {
        return Objects.requireNonNull(CHAINS.get(kind));
    }

    private static Chain ended(Transition transition, String why) {
        return moved(transition, LockedRows.ENDED, why);
    }

    private static Chain retried(Transition transition) {
        return moved(
                        transition,
                        Steps.STAMP,
                        Steps.LEASE_ENDED,
                        LockedRows.FENCED,
                        "retry_count = retry_count + 1, delay_until_ms = d_at, current_attempt_id = NULL",
                        BY_TIMEOUT)
                .then(LockedRows.attempts("moved", ATTEMPT_TIMED_OUT + ", retry_at_ms = COALESCE(e_given, e_at)"))
                .then(LockedRows.leaseEvents("moved", "revoked", "'attempt_timeout'"))
                .then(Steps.countMoves("moved"));
    }

    private static Chain lost(Transition transition, String... assignments) {
        return moved(
                        transition,
                        Steps.STAMP,
                        Steps.LEASE_LOST,
                        Steps.TIMEOUT_PAUSED,
                        LockedRows.FENCED,
                        String.join(", ", assignments))
                .then(LockedRows.attempts("moved", ATTEMPT_LOST))
                .then(LockedRows.leaseEvents("moved", "expired", "CAST(:reason AS text)"))
                .then(Steps.countMoves("moved"));
    }

    private static Chain letGo() {
        return moved(Transition.END_RECLAIM_GRACE, Steps.STAMP, COUNTED, "lease_check_at_ms = NULL")
                .then(Steps.countMoves("moved"));
    }

    private static Chain moved(Transition transition, String... assignments) {
        return Chain.of(Steps.moved("moved"), """
                UPDATE ff_exec_core SET %s, %s
                  FROM %s WHERE %s
                RETURNING %s""".formatted(
                        StateSql.plain().assignments(transition),
                        String.join(", ", assignments),
                        LockedRows.ROWS,
                        LockedRows.are(transition),
                        Steps.RETURNING));
    }

    /** Nothing happened to it, so nothing is stamped. */
    private static Chain lookLater() {
        return Chain.of("looked(execution_id uuid)", """
                UPDATE ff_exec_core SET lease_check_at_ms = lease_expires_at_ms
                  FROM %s WHERE %s
                RETURNING execution_id""".formatted(LockedRows.ROWS, LockedRows.are(Transition.RENEW)));
    }
}
