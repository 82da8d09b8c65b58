package io.fluxfabric.engine.r2dbc.reclaim;

import io.fluxfabric.engine.r2dbc.grant.StoredGrants;
import io.fluxfabric.engine.r2dbc.kit.Steps;
import io.fluxfabric.engine.r2dbc.kit.Taking;
import io.fluxfabric.engine.r2dbc.sql.Chain;
import io.fluxfabric.engine.state.StateSql;
import io.fluxfabric.engine.state.Transition;

/** What a reclaim writes, either way. */
final class ReclaimSteps {

    /** The lost attempt is over. How its lease ended is told by the new attempt, so the lost holder is told that it is stale. */
    private static final String REPLACED = """
            lifecycle = 'interrupted_reclaimed', outcome = 'interrupted_reclaimed', interruption = NULL,
            ended_at_ms = COALESCE(ended_at_ms, e_at)""";

    /** A count that cannot be below zero is not taken for one that is. */
    private static final String COUNTED =
            "lease_reclaim_count = CASE WHEN lease_reclaim_count < 0 THEN 1 ELSE lease_reclaim_count + 1 END";

    /** A new attempt takes over. Both transitions lead to the same state; they only differ in where they may start. */
    static final Chain TAKE_OVER = Chain.of(Taking.TAKEN, """
            UPDATE ff_exec_core
               SET %1$s, %2$s, %3$s, %4$s,
                   lease_kind = 'reclaimed',
                   current_attempt_id = n_attempt, current_attempt_index = total_attempt_count,
                   current_attempt_type = 'reclaim', total_attempt_count = total_attempt_count + 1,
                   attempt_timeout_at_ms = {NOW} + attempt_timeout_ms, attempt_timeout_left_ms = NULL,
                   progress_pct = NULL, progress_message = NULL, progress_at_ms = NULL, blocking_detail = NULL
              FROM %5$s
             WHERE %6$s AND (%7$s)
               AND lease_reclaim_count < max_reclaim_count
            RETURNING %8$s""".formatted(
                            StateSql.plain().assignments(Transition.RECLAIM),
                            Steps.STAMP,
                            Taking.LEASE,
                            COUNTED,
                            Taking.ONE,
                            Taking.IS_WANTED,
                            lost(),
                            Taking.RETURNING))
            .then(Taking.NEW_ATTEMPT)
            .then(attempt(Taking.STEP, "current_attempt_index - 1"))
            .then(StoredGrants.used(Taking.STEP))
            .then(Steps.leaseEvents(Taking.STEP, "reclaimed", "NULL"))
            .then(Steps.countMoves(Taking.STEP));

    /** Its holders were lost too often: the end. */
    static final Chain GIVE_UP = Chain.of(Steps.moved("ended"), """
            UPDATE ff_exec_core
               SET %1$s, %2$s, %3$s, lease_epoch = lease_epoch + 1, terminal_at_ms = {NOW}, blocking_detail = NULL,
                   claim_grant_until_ms = NULL, attempt_timeout_left_ms = NULL,
                   failure_reason = 'max_reclaims_exceeded', failure_category = 'infra_crash'
              FROM %4$s
             WHERE %5$s AND %6$s AND (%7$s)
               AND lease_reclaim_count >= max_reclaim_count
            RETURNING %8$s""".formatted(
                            StateSql.plain().assignments(Transition.EXCEED_RECLAIM_CAP),
                            Steps.STAMP,
                            Steps.LEASE_ENDED,
                            Taking.ONE,
                            Taking.IS_WANTED,
                            StateSql.plain().gate(Transition.EXCEED_RECLAIM_CAP),
                            lost(),
                            Steps.RETURNING))
            .then(attempt("ended", "current_attempt_index"))
            .then(StoredGrants.used("ended"))
            .then(Steps.leaseEvents("ended", "revoked", "'max_reclaims_exceeded'"))
            .then(Steps.completionEvents("ended", "'max_reclaims_exceeded'"))
            .then(Steps.countMoves("ended"));

    private ReclaimSteps() {}

    /** The condition of {@link LostExecution#refusal}, for the statement that writes. */
    private static String lost() {
        return "(%s) OR (%s AND lease_expires_at_ms <= {NOW})"
                .formatted(
                        StateSql.plain().gate(Transition.RECLAIM),
                        StateSql.plain().gate(Transition.RECLAIM_LAPSED));
    }

    private static String attempt(String step, String index) {
        return """
                UPDATE ff_attempt SET %1$s
                  FROM (SELECT partition_key AS e_partition, execution_id AS e_execution, %2$s AS e_index, at_ms AS e_at
                          FROM {STEP %3$s}) AS e
                 WHERE partition_key = e_partition AND execution_id = e_execution AND attempt_index = e_index""".formatted(REPLACED, index, step);
    }
}
