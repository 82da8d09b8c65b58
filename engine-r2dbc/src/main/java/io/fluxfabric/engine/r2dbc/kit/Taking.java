package io.fluxfabric.engine.r2dbc.kit;

import io.fluxfabric.engine.execution.Claimed;
import io.fluxfabric.engine.id.AttemptId;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.id.ExecutionKind;
import io.fluxfabric.engine.id.LaneId;
import io.fluxfabric.engine.id.LeaseId;
import io.fluxfabric.engine.id.Priority;
import io.fluxfabric.engine.id.WorkerIdentity;
import io.fluxfabric.engine.lease.Fence;
import io.fluxfabric.engine.lease.Handle;
import io.fluxfabric.engine.lease.HandleKind;
import io.fluxfabric.engine.payload.Payload;
import io.fluxfabric.engine.r2dbc.sql.Binds;
import io.fluxfabric.engine.r2dbc.sql.Chain;
import io.fluxfabric.engine.r2dbc.sql.RowReader;
import io.fluxfabric.engine.r2dbc.sql.Rows;
import io.fluxfabric.engine.state.AttemptType;
import io.fluxfabric.engine.state.StateSql;
import io.fluxfabric.engine.state.Transition;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * What all ways of taking an execution have in common, whether off a lane, with a grant or from a holder that was lost: the lease
 * it gets, the attempt, and the answer.
 */
public final class Taking {

    /** The name of the step that takes. */
    public static final String STEP = "claimed";

    /** What is taken, and the ids for it, as a row set; anything that is named {@code n} and has these columns will do. */
    public static final String ONE = "{ROWS n(n_partition integer, n_execution uuid, n_lease uuid, n_attempt uuid)}";

    /** The condition that a row of {@code ff_exec_core} is in {@code n}. */
    public static final String IS_WANTED = "partition_key = n_partition AND execution_id = n_execution";

    /** The declaration of the step that takes. */
    public static final String TAKEN = Steps.moved(
            STEP,
            "priority integer",
            "payload bytes",
            "payload_encoding text",
            "trace_parent text",
            "created_at_ms bigint",
            "retry_count integer",
            "current_attempt_id uuid",
            "current_attempt_type text",
            "total_attempt_count integer",
            "lease_id uuid",
            "lease_kind text",
            "lease_expires_at_ms bigint");

    /** What the step that takes returns, and what {@link #claimed} reads. */
    public static final String RETURNING = Steps.RETURNING + """
            , priority, payload, payload_encoding, trace_parent, created_at_ms, retry_count, current_attempt_id,
            current_attempt_type, total_attempt_count, lease_id, lease_kind, lease_expires_at_ms""";

    /** The lease of the one worker a statement is about, but for its kind. */
    public static final String LEASE = lease(":worker", ":instance", ":ttl");

    /** The new attempt of what was taken, unless one goes on. A plain INSERT: there is nothing to conflict with. */
    public static final String NEW_ATTEMPT = """
            INSERT INTO ff_attempt (partition_key, execution_id, attempt_index, attempt_id, attempt_type, lifecycle, lease_id,
                   lease_kind, lease_epoch, worker_id, worker_instance_id, previous_attempt_index, started_at_ms)
            SELECT partition_key, execution_id, current_attempt_index, current_attempt_id, current_attempt_type, 'started',
                   lease_id, lease_kind, lease_epoch, lease_worker_id, lease_worker_instance_id,
                   CASE WHEN current_attempt_index > 0 THEN current_attempt_index - 1 END, at_ms
              FROM {STEP claimed} WHERE lease_kind <> 'resumed'""";

    /** The attempt that goes on under the new lease. */
    private static final String RESUMED_ATTEMPT = """
            UPDATE ff_attempt
               SET lifecycle = 'started', outcome = NULL, interruption = NULL, retry_at_ms = NULL, lease_id = t_lease,
                   lease_kind = 'resumed', lease_epoch = t_epoch, worker_id = t_worker, worker_instance_id = t_instance,
                   resumed_at_ms = t_at
              FROM (SELECT partition_key AS t_partition, execution_id AS t_execution, current_attempt_index AS t_index,
                           lease_id AS t_lease, lease_epoch AS t_epoch, lease_worker_id AS t_worker,
                           lease_worker_instance_id AS t_instance, at_ms AS t_at
                      FROM {STEP claimed} WHERE lease_kind = 'resumed') AS t
             WHERE partition_key = t_partition AND execution_id = t_execution AND attempt_index = t_index""";

    /**
     * The start of a statement that goes on from {@code picked}: the best few of a lane that a worker can serve, locked, as
     * {@code p_partition}, {@code p_execution} and {@code p_place}. Binds {@code :lane}, {@code :max} and the offer as {@code o}.
     */
    public static final String PICKED = """
            WITH routes AS (
              SELECT r.route_id FROM ff_route r
                JOIN ff_lane_registry lane ON lane.namespace = r.namespace AND lane.lane_id = r.lane_id
               WHERE r.namespace = :namespace AND r.lane_id = :lane AND lane.state IN ('active', 'draining')
                 AND NOT EXISTS (SELECT 1 FROM ff_execution_capabilities c WHERE c.route_id = r.route_id
                                    AND c.capability NOT IN (SELECT o_capability FROM {ROWS o(o_capability text)}))
            ), picked AS (
              SELECT e.partition_key AS p_partition, e.execution_id AS p_execution,
                     row_number() OVER (ORDER BY e.priority DESC, e.created_at_ms, e.execution_id) AS p_place
                FROM routes r {TOP_OF_EACH}
                FROM ff_exec_core AS x
               WHERE x.route_id = r.route_id AND x.eligibility_state = 'eligible_now'
                 AND (x.claim_grant_until_ms IS NULL OR x.claim_grant_until_ms <= {NOW})
               ORDER BY x.priority DESC, x.created_at_ms, x.execution_id {AS_FEW} LIMIT :max {AS_E}
            )
            """;

    private static final String INTERRUPTED = "attempt_state = 'attempt_interrupted'";

    /** The index of the attempt that a claim resumes or starts, as an expression. */
    public static final String NEXT_INDEX =
            "CASE WHEN " + INTERRUPTED + " THEN current_attempt_index ELSE total_attempt_count END";

    private Taking() {}

    /**
     * A lease but for its kind. Whatever grant there was, it is used up.
     *
     * @param worker the expression of its worker, and likewise the others
     */
    public static String lease(String worker, String instance, String ttl) {
        return """
                lease_id = n_lease, lease_epoch = lease_epoch + 1,
                lease_worker_id = %1$s, lease_worker_instance_id = %2$s,
                lease_acquired_at_ms = {NOW}, lease_renewed_at_ms = {NOW},
                lease_expires_at_ms = {NOW} + %3$s, lease_check_at_ms = {NOW} + %3$s,
                claim_grant_until_ms = NULL""".formatted(worker, instance, ttl);
    }

    /**
     * The chain by which what can be claimed is claimed.
     *
     * <p>The state is checked in a CASE, which no index serves. As plain conditions it would be those of the index of what can be
     * claimed, and a planner that saw that one empty would walk all of it for every row of {@code wanted}.
     *
     * @param with the start of its first statement, or an empty text
     * @param wanted {@link #ONE} or a FROM item like it
     * @param lease {@link #LEASE} or one like it
     */
    public static Chain claim(String with, String wanted, String lease) {
        return Chain.of(
                        TAKEN,
                        with
                                + """
            UPDATE ff_exec_core
               SET %1$s, %2$s, %3$s,
                   lease_kind = CASE WHEN %4$s THEN 'resumed' ELSE 'fresh' END,
                   current_attempt_id = CASE WHEN %4$s THEN current_attempt_id ELSE n_attempt END,
                   current_attempt_index = %9$s,
                   current_attempt_type = CASE attempt_state WHEN 'pending_first_attempt' THEN 'initial'
                        WHEN 'pending_retry_attempt' THEN 'retry' WHEN 'pending_replay_attempt' THEN 'replay'
                        ELSE current_attempt_type END,
                   total_attempt_count = CASE WHEN %4$s THEN total_attempt_count ELSE total_attempt_count + 1 END,
                   attempt_timeout_at_ms = {NOW} + CASE WHEN %4$s THEN attempt_timeout_left_ms ELSE attempt_timeout_ms END,
                   attempt_timeout_left_ms = NULL,
                   progress_pct = CASE WHEN %4$s THEN progress_pct END,
                   progress_message = CASE WHEN %4$s THEN progress_message END,
                   progress_at_ms = CASE WHEN %4$s THEN progress_at_ms END,
                   started_at_ms = COALESCE(started_at_ms, {NOW})
              FROM %5$s
             WHERE %6$s AND CASE WHEN %7$s THEN 1 ELSE 0 END = 1
            RETURNING %8$s""".formatted(
                                                StateSql.plain().assignments(Transition.CLAIM),
                                                Steps.STAMP,
                                                lease,
                                                INTERRUPTED,
                                                wanted,
                                                IS_WANTED,
                                                StateSql.plain().gate(Transition.CLAIM),
                                                RETURNING,
                                                NEXT_INDEX))
                .then(NEW_ATTEMPT)
                .then(RESUMED_ATTEMPT)
                .then(Steps.leaseEvents(STEP, "acquired", "lease_kind"))
                .then(Steps.countMoves(STEP));
    }

    /** Adds who takes, and for how long. */
    public static Binds bind(Binds binds, WorkerIdentity worker, Duration lease) {
        return binds.and("worker", worker.worker().value())
                .and("instance", worker.instance().value())
                .and("ttl", lease.toMillis());
    }

    /** {@link #ONE} execution, with the ids of the lease and of the attempt, should it be a new one. */
    public static Rows one(ExecutionId id, LeaseId lease, AttemptId attempt) {
        return new Rows().add(id.partition(), id.uuid(), lease.value(), attempt.value());
    }

    /** The answer, from a row that has {@link #RETURNING}. */
    public static Claimed claimed(Kit kit, RowReader row, Duration lease) {
        Fence fence = new Fence(
                ExecutionId.of(row.integer("partition_key"), row.uuid("execution_id")),
                row.integer("current_attempt_index"),
                new AttemptId(row.uuid("current_attempt_id")),
                new LeaseId(row.uuid("lease_id")),
                row.number("lease_epoch"));
        return new Claimed(
                new Handle(
                        kit.backend(),
                        HandleKind.parse(row.text("lease_kind")),
                        fence,
                        LaneId.of(row.text("lane_id")),
                        WorkerIdentity.of(row.text("lease_worker_id"), row.text("lease_worker_instance_id")),
                        lease),
                ExecutionKind.of(row.text("execution_kind")),
                payload(row),
                Priority.of(row.integer("priority")),
                AttemptType.parse(row.text("current_attempt_type")),
                row.integer("retry_count"),
                Instant.ofEpochMilli(row.number("created_at_ms")),
                Instant.ofEpochMilli(row.number("lease_expires_at_ms")),
                Optional.ofNullable(row.textOrNull("trace_parent")));
    }

    private static Payload payload(RowReader row) {
        byte[] bytes = row.bytesOrNull("payload");
        return bytes == null ? Payload.none() : Payload.bytes(bytes, row.text("payload_encoding"));
    }
}
