package io.fluxfabric.engine.r2dbc.execution;

import io.fluxfabric.engine.execution.Claim;
import io.fluxfabric.engine.execution.Claimed;
import io.fluxfabric.engine.id.AttemptId;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.id.ExecutionKind;
import io.fluxfabric.engine.id.LeaseId;
import io.fluxfabric.engine.id.Priority;
import io.fluxfabric.engine.lease.Fence;
import io.fluxfabric.engine.lease.Handle;
import io.fluxfabric.engine.lease.HandleKind;
import io.fluxfabric.engine.limits.Limit;
import io.fluxfabric.engine.payload.Payload;
import io.fluxfabric.engine.r2dbc.kit.Kit;
import io.fluxfabric.engine.r2dbc.kit.Steps;
import io.fluxfabric.engine.r2dbc.kit.WorkerRows;
import io.fluxfabric.engine.r2dbc.sql.Binds;
import io.fluxfabric.engine.r2dbc.sql.Chain;
import io.fluxfabric.engine.r2dbc.sql.RowReader;
import io.fluxfabric.engine.r2dbc.sql.Rows;
import io.fluxfabric.engine.state.AttemptType;
import io.fluxfabric.engine.state.StateSql;
import io.fluxfabric.engine.state.Transition;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Takes executions off a lane, in one chain over all partitions.
 *
 * <ol>
 *   <li>Which routes of the lane can this worker serve? A route is a distinct set of required capabilities, so there are few.
 *   <li>Walk each of them in order of priority, then age, past rows that others are just taking, and keep the best.
 *   <li>Give each its lease: a new epoch, and either a new attempt or the one that was interrupted.
 *   <li>Attempts, lease events and counts of what was taken.
 * </ol>
 */
final class ClaimExecutions {

    private static final Duration POLL = Duration.ofMillis(100);

    private static final String INTERRUPTED = "attempt_state = 'attempt_interrupted'";

    private static final String PICK = """
            WITH routes AS (
              SELECT r.route_id FROM ff_route r
                JOIN ff_lane_registry lane ON lane.namespace = r.namespace AND lane.lane_id = r.lane_id
               WHERE r.namespace = :namespace AND r.lane_id = :lane AND lane.state IN ('active', 'draining')
                 AND %s
                 AND NOT EXISTS (SELECT 1 FROM ff_execution_capabilities c WHERE c.route_id = r.route_id
                                    AND c.capability NOT IN (SELECT o_capability FROM {ROWS o(o_capability text)}))
            ), picked AS (
              SELECT e.partition_key AS p_partition, e.execution_id AS p_execution,
                     row_number() OVER (ORDER BY e.priority DESC, e.created_at_ms, e.execution_id) AS p_place
                FROM routes r {TOP_OF_EACH}
                FROM ff_exec_core AS x
               WHERE x.route_id = r.route_id AND x.eligibility_state = 'eligible_now'
                 AND (x.claim_grant_until_ms IS NULL OR x.claim_grant_until_ms <= {NOW})
               ORDER BY x.priority DESC, x.created_at_ms, x.execution_id LIMIT :max {AS_E}
            )""".formatted(WorkerRows.MAY_CLAIM);

    static final Chain CLAIM = Chain.of(
                    Steps.moved(
                            "claimed",
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
                            "lease_expires_at_ms bigint"),
                    PICK
                            + """

            UPDATE ff_exec_core
               SET %1$s, %2$s,
                   lease_id = n_lease,
                   lease_kind = CASE WHEN %3$s THEN 'resumed' ELSE 'fresh' END,
                   lease_epoch = lease_epoch + 1,
                   lease_worker_id = :worker, lease_worker_instance_id = :instance,
                   lease_acquired_at_ms = {NOW}, lease_renewed_at_ms = {NOW},
                   lease_expires_at_ms = {NOW} + :ttl, lease_check_at_ms = {NOW} + :ttl,
                   claim_grant_until_ms = NULL,
                   current_attempt_id = CASE WHEN %3$s THEN current_attempt_id ELSE n_attempt END,
                   current_attempt_index = CASE WHEN %3$s THEN current_attempt_index ELSE total_attempt_count END,
                   current_attempt_type = CASE attempt_state WHEN 'pending_first_attempt' THEN 'initial'
                        WHEN 'pending_retry_attempt' THEN 'retry' WHEN 'pending_replay_attempt' THEN 'replay'
                        ELSE current_attempt_type END,
                   total_attempt_count = CASE WHEN %3$s THEN total_attempt_count ELSE total_attempt_count + 1 END,
                   attempt_timeout_at_ms = {NOW} + CASE WHEN %3$s THEN attempt_timeout_left_ms ELSE attempt_timeout_ms END,
                   attempt_timeout_left_ms = NULL,
                   progress_pct = CASE WHEN %3$s THEN progress_pct END,
                   progress_message = CASE WHEN %3$s THEN progress_message END,
                   progress_at_ms = CASE WHEN %3$s THEN progress_at_ms END,
                   started_at_ms = COALESCE(started_at_ms, {NOW})
              FROM (SELECT p_partition AS n_partition, p_execution AS n_execution, i_lease AS n_lease, i_attempt AS n_attempt
                      FROM picked JOIN {ROWS i(i_lease uuid, i_attempt uuid)} ON i.ord = p_place) AS n
             WHERE partition_key = n_partition AND execution_id = n_execution AND %4$s
            RETURNING %5$s, priority, payload, payload_encoding, trace_parent, created_at_ms, retry_count, current_attempt_id,
                      current_attempt_type, total_attempt_count, lease_id, lease_kind, lease_expires_at_ms""".formatted(
                                            StateSql.plain().assignments(Transition.CLAIM),
                                            Steps.STAMP,
                                            INTERRUPTED,
                                            StateSql.plain().gate(Transition.CLAIM),
                                            Steps.RETURNING))
            .then("""
            INSERT INTO ff_attempt (partition_key, execution_id, attempt_index, attempt_id, attempt_type, lifecycle, lease_id,
                   lease_kind, lease_epoch, worker_id, worker_instance_id, previous_attempt_index, started_at_ms)
            SELECT partition_key, execution_id, current_attempt_index, current_attempt_id, current_attempt_type, 'started',
                   lease_id, lease_kind, lease_epoch, lease_worker_id, lease_worker_instance_id,
                   CASE WHEN current_attempt_index > 0 THEN current_attempt_index - 1 END, at_ms
              FROM {STEP claimed} WHERE 1 = 1
            ON CONFLICT (partition_key, execution_id, attempt_index) DO UPDATE
               SET lifecycle = 'started', outcome = NULL, interruption = NULL, retry_at_ms = NULL,
                   lease_id = excluded.lease_id, lease_kind = excluded.lease_kind, lease_epoch = excluded.lease_epoch,
                   worker_id = excluded.worker_id, worker_instance_id = excluded.worker_instance_id,
                   resumed_at_ms = excluded.started_at_ms""")
            .then(Steps.leaseEvents("claimed", "acquired", "lease_kind"))
            .then(Steps.countMoves("claimed"));

    private final Kit kit;

    ClaimExecutions(Kit kit) {
        this.kit = kit;
    }

    /**
     * Claims, and asks again until there is something or the time is up. Whether it is up is asked between two claims only:
     * the answer of one that is on its way is never thrown away.
     */
    Flux<Claimed> run(Claim claim) {
        return Mono.defer(() -> {
                    kit.limits().checkClaimWait(claim.maxWait());
                    long end = kit.timer().now(TimeUnit.MILLISECONDS)
                            + claim.maxWait().toMillis();
                    return now(claim)
                            .filter(claimed -> !claimed.isEmpty())
                            .repeatWhenEmpty(rounds -> rounds.takeWhile(
                                            round -> kit.timer().now(TimeUnit.MILLISECONDS) < end)
                                    .delayElements(POLL, kit.timer()));
                })
                .flatMapIterable(claimed -> claimed);
    }

    /** Claims now; an empty list when there is nothing. Best first. */
    Mono<List<Claimed>> now(Claim claim) {
        return Mono.defer(() -> {
                    Binds binds = binds(claim);
                    return kit.tx().chain("execution.claim", CLAIM, binds, row -> claimed(claim, row));
                })
                .map(ClaimExecutions::inOrder);
    }

    Binds binds(Claim claim) {
        kit.limits().checkBatch("max", Limit.CLAIM_BATCH, claim.max());
        kit.limits().checkLeaseTtl(claim.lease());
        Rows ids = new Rows();
        for (int place = 0; place < claim.max(); place++) {
            ids.add(kit.mint().lease().value(), kit.mint().attempt().value());
        }
        return kit.binds()
                .and("lane", claim.lane().value())
                .and("worker", claim.worker().worker().value())
                .and("instance", claim.worker().instance().value())
                .and("ttl", claim.lease().toMillis())
                .and("max", claim.max())
                .andRows("o", Rows.of(claim.offered().tokens(), Rows::row))
                .andRows("i", ids);
    }

    private Claimed claimed(Claim claim, RowReader row) {
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
                        claim.lane(),
                        claim.worker(),
                        claim.lease()),
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

    /** An UPDATE returns its rows in the order it met them. */
    private static List<Claimed> inOrder(List<Claimed> claimed) {
        return claimed.stream()
                .sorted(Comparator.comparing(Claimed::priority)
                        .reversed()
                        .thenComparing(Claimed::createdAt)
                        .thenComparing(one -> one.executionId().uuid().toString()))
                .toList();
    }
}
