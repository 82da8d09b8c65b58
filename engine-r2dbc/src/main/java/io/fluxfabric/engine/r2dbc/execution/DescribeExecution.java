package io.fluxfabric.engine.r2dbc.execution;

import io.fluxfabric.engine.execution.Execution;
import io.fluxfabric.engine.id.Capabilities;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.id.ExecutionKind;
import io.fluxfabric.engine.id.LaneId;
import io.fluxfabric.engine.id.Namespace;
import io.fluxfabric.engine.id.Priority;
import io.fluxfabric.engine.id.Tags;
import io.fluxfabric.engine.id.WorkerIdentity;
import io.fluxfabric.engine.policy.ExecutionPolicy;
import io.fluxfabric.engine.r2dbc.kit.JsonTexts;
import io.fluxfabric.engine.r2dbc.kit.Kit;
import io.fluxfabric.engine.r2dbc.kit.Moments;
import io.fluxfabric.engine.r2dbc.kit.StoredState;
import io.fluxfabric.engine.r2dbc.sql.RowReader;
import io.fluxfabric.engine.r2dbc.sql.Sql;
import io.fluxfabric.engine.state.StateSql;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import reactor.core.publisher.Mono;

/** Everything about one execution but its payload and its result, in one statement. */
final class DescribeExecution {

    private static final Sql DESCRIBE = Sql.of("""
            SELECT e.partition_key, e.execution_id, e.namespace, e.lane_id, e.execution_kind, e.priority, e.policy, %s,
                   e.blocking_detail, e.total_attempt_count, e.current_attempt_index, e.retry_count, e.replay_count,
                   e.lease_reclaim_count, e.lease_id, e.lease_worker_id, e.lease_worker_instance_id, e.lease_epoch,
                   e.lease_acquired_at_ms, e.lease_expires_at_ms, e.progress_pct, e.progress_message, e.progress_at_ms,
                   e.failure_reason, e.failure_category, e.cancellation_reason, e.cancelled_by, e.created_at_ms,
                   e.started_at_ms, e.terminal_at_ms, e.delay_until_ms, e.deadline_at_ms, e.attempt_timeout_at_ms,
                   e.last_transition_at_ms, e.last_mutation_at_ms, e.creator_identity, e.trace_parent, e.version,
                   r.capabilities,
                   (SELECT CAST({JSON_OBJECT}(t.tag_key, t.tag_value) AS text) FROM ff_execution_tag t
                     WHERE t.partition_key = e.partition_key AND t.execution_id = e.execution_id) AS tags
              FROM ff_exec_core e JOIN ff_route r ON r.route_id = e.route_id
             WHERE e.partition_key = :partition AND e.execution_id = :execution AND e.namespace = :namespace""".formatted(StateSql.of("e").columns()));

    private final Kit kit;

    DescribeExecution(Kit kit) {
        this.kit = kit;
    }

    Mono<Execution> run(ExecutionId id) {
        return Mono.defer(() -> kit.tx()
                .read(
                        "execution.describe",
                        session -> session.one(DESCRIBE, kit.binds(id), DescribeExecution::execution)));
    }

    private static Execution execution(RowReader row) {
        return new Execution(
                ExecutionId.of(row.integer("partition_key"), row.uuid("execution_id")),
                Namespace.of(row.text("namespace")),
                LaneId.of(row.text("lane_id")),
                ExecutionKind.of(row.text("execution_kind")),
                Priority.of(row.integer("priority")),
                required(row),
                ExecutionPolicy.fromJson(row.text("policy")),
                StoredState.of(row).vector(),
                text(row, "blocking_detail"),
                attempts(row),
                lease(row),
                progress(row),
                failure(row),
                cancellation(row),
                times(row),
                Tags.of(JsonTexts.object("tags", row.textOrNull("tags"))),
                text(row, "creator_identity"),
                text(row, "trace_parent"),
                row.number("version"));
    }

    /** What an execution requires, as its route has it. */
    static Capabilities required(RowReader row) {
        String csv = row.text("capabilities");
        return csv.isEmpty() ? Capabilities.none() : Capabilities.required(List.of(csv.split(",", -1)));
    }

    private static Execution.Attempts attempts(RowReader row) {
        return new Execution.Attempts(
                row.integer("total_attempt_count"),
                Optional.ofNullable(row.integerOrNull("current_attempt_index")),
                row.integer("retry_count"),
                row.integer("replay_count"),
                row.integer("lease_reclaim_count"));
    }

    private static Optional<Execution.Lease> lease(RowReader row) {
        if (row.uuidOrNull("lease_id") == null) {
            return Optional.empty(); // the holder's name outlives the lease
        }
        return Optional.of(new Execution.Lease(
                holder(row),
                row.number("lease_epoch"),
                Instant.ofEpochMilli(row.number("lease_acquired_at_ms")),
                Instant.ofEpochMilli(row.number("lease_expires_at_ms"))));
    }

    static WorkerIdentity holder(RowReader row) {
        return WorkerIdentity.of(row.text("lease_worker_id"), row.text("lease_worker_instance_id"));
    }

    private static Optional<Execution.ReportedProgress> progress(RowReader row) {
        return instant(row, "progress_at_ms")
                .map(at -> new Execution.ReportedProgress(
                        Optional.ofNullable(row.integerOrNull("progress_pct")), text(row, "progress_message"), at));
    }

    private static Optional<Execution.FailureNote> failure(RowReader row) {
        return text(row, "failure_reason")
                .map(reason -> new Execution.FailureNote(reason, text(row, "failure_category")));
    }

    private static Optional<Execution.Cancellation> cancellation(RowReader row) {
        Optional<String> by = text(row, "cancelled_by");
        Optional<String> reason = text(row, "cancellation_reason");
        return by.isEmpty() && reason.isEmpty()
                ? Optional.empty()
                : Optional.of(new Execution.Cancellation(by, reason));
    }

    private static Execution.Times times(RowReader row) {
        return new Execution.Times(
                Instant.ofEpochMilli(row.number("created_at_ms")),
                instant(row, "started_at_ms"),
                instant(row, "terminal_at_ms"),
                instant(row, "delay_until_ms"),
                instant(row, "deadline_at_ms"),
                instant(row, "attempt_timeout_at_ms"),
                Instant.ofEpochMilli(row.number("last_transition_at_ms")),
                Instant.ofEpochMilli(row.number("last_mutation_at_ms")));
    }

    private static Optional<String> text(RowReader row, String column) {
        return Optional.ofNullable(row.textOrNull(column));
    }

    private static Optional<Instant> instant(RowReader row, String column) {
        return Moments.instant(row.numberOrNull(column));
    }
}
