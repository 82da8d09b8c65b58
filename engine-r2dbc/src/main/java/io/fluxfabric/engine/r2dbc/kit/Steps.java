package io.fluxfabric.engine.r2dbc.kit;

/**
 * The first and the last steps of the chains that move executions from one state to another.
 *
 * <p>The first step of such a chain is an UPDATE of {@code ff_exec_core} that returns {@link #RETURNING} and is declared with
 * {@link #moved}; the steps made here go on from its rows.
 */
public final class Steps {

    private static final String COLUMNS = """
            partition_key integer, execution_id uuid, namespace text, lane_id text, execution_kind text, flow_id uuid, \
            instance_tag text, previous_public_state text, public_state text, terminal_outcome text, \
            current_attempt_index integer, lease_epoch bigint, lease_worker_id text, lease_worker_instance_id text, \
            at_ms bigint""";

    /** What an UPDATE that moves executions returns. */
    public static final String RETURNING = """
            partition_key, execution_id, namespace, lane_id, execution_kind, flow_id, instance_tag, previous_public_state,
            public_state, terminal_outcome, current_attempt_index, lease_epoch, lease_worker_id, lease_worker_instance_id,
            last_transition_at_ms AS at_ms""";

    /** What every move of an execution sets besides its state. */
    public static final String STAMP = """
            previous_public_state = public_state, last_transition_at_ms = {NOW}, last_mutation_at_ms = {NOW},
            version = version + 1""";

    /** The end of a lease that somebody is still to look after: what it was held by, without when to look. */
    public static final String LEASE_LOST = """
            lease_id = NULL, lease_kind = NULL, lease_acquired_at_ms = NULL, lease_renewed_at_ms = NULL,
            lease_expires_at_ms = NULL, attempt_timeout_at_ms = NULL""";

    /** The end of a lease. Its epoch stays, and so does the name of its holder. */
    public static final String LEASE_ENDED = LEASE_LOST + ", lease_check_at_ms = NULL";

    /** What is left of an attempt's time, for the lease that resumes it. */
    public static final String TIMEOUT_PAUSED = """
            attempt_timeout_left_ms = CASE WHEN attempt_timeout_at_ms > {NOW} THEN attempt_timeout_at_ms - {NOW} \
            WHEN attempt_timeout_at_ms IS NOT NULL THEN 0 END""";

    private Steps() {}

    /** The declaration of a step that returns {@link #RETURNING}, and further columns of its own. */
    public static String moved(String step, String... more) {
        return step + "(" + COLUMNS + (more.length == 0 ? "" : ", " + String.join(", ", more)) + ")";
    }

    /** Counts the moves between public states. */
    public static String countMoves(String step) {
        return """
                INSERT INTO ff_lane_count_change (namespace, lane_id, public_state, change)
                SELECT namespace, lane_id, state, sum(change)
                  FROM (SELECT namespace, lane_id, previous_public_state AS state, -1 AS change FROM {STEP %1$s}
                         UNION ALL
                        SELECT namespace, lane_id, public_state AS state, 1 AS change FROM {STEP %1$s}) AS moves
                 GROUP BY namespace, lane_id, state
                HAVING sum(change) <> 0""".formatted(step);
    }

    /**
     * Changes the attempt of each row.
     *
     * @param from what stands behind FROM, see {@link HandleFence#joined}
     * @param set assignments; {@code e_at} is the time of the step, and the handle's columns are there under their names
     * @param more further columns of the step, under names that {@code ff_attempt} does not have
     */
    public static String attempts(String from, String set, String... more) {
        return """
                UPDATE ff_attempt
                   SET %2$s
                  FROM (SELECT partition_key AS e_partition, execution_id AS e_execution, current_attempt_index AS e_index,
                               at_ms AS e_at, h.*%3$s FROM %1$s) AS e
                 WHERE partition_key = e_partition AND execution_id = e_execution AND attempt_index = e_index""".formatted(from, set, more.length == 0 ? "" : ", " + String.join(", ", more));
    }

    /**
     * Writes a lease event for each row.
     *
     * @param reason an expression; a text in it needs its quotes
     */
    public static String leaseEvents(String step, String type, String reason) {
        return leaseEventsFrom("{STEP " + step + "}", type, reason);
    }

    /**
     * Writes a lease event for each row.
     *
     * @param from what stands behind FROM: the step, and what is joined with it
     * @param reason an expression; a text in it needs its quotes
     */
    public static String leaseEventsFrom(String from, String type, String reason) {
        return """
                INSERT INTO ff_lease_event (partition_key, execution_id, namespace, event_type, reason, attempt_index,
                                            lease_epoch, worker_id, worker_instance_id, instance_tag, occurred_at_ms)
                SELECT partition_key, execution_id, namespace, '%2$s', %3$s, current_attempt_index, lease_epoch,
                       lease_worker_id, lease_worker_instance_id, instance_tag, at_ms
                  FROM %1$s""".formatted(from, type, reason);
    }

    /**
     * Writes the completion event of each row.
     *
     * @param reason an expression; a text in it needs its quotes
     */
    public static String completionEvents(String step, String reason) {
        return completionEventsFrom("{STEP " + step + "}", reason);
    }

    /**
     * Writes the completion event of each row.
     *
     * @param from what stands behind FROM: the step, what is joined with it, and a WHERE if not every row has ended
     * @param reason an expression; a text in it needs its quotes
     */
    public static String completionEventsFrom(String from, String reason) {
        return """
                INSERT INTO ff_completion_event (partition_key, execution_id, namespace, lane_id, execution_kind, flow_id,
                                                 outcome, reason, attempt_index, lease_epoch, instance_tag, occurred_at_ms)
                SELECT partition_key, execution_id, namespace, lane_id, execution_kind, flow_id, terminal_outcome,
                       %2$s, current_attempt_index, lease_epoch, instance_tag, at_ms
                  FROM %1$s""".formatted(from, reason);
    }
}
