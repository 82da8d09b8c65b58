package io.fluxfabric.engine.r2dbc.execution;

import io.fluxfabric.engine.execution.Attempt;
import io.fluxfabric.engine.id.AttemptId;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.id.WorkerIdentity;
import io.fluxfabric.engine.policy.FailureClass;
import io.fluxfabric.engine.r2dbc.kit.Kit;
import io.fluxfabric.engine.r2dbc.kit.Moments;
import io.fluxfabric.engine.r2dbc.kit.Pages;
import io.fluxfabric.engine.r2dbc.kit.Pages.Page;
import io.fluxfabric.engine.r2dbc.sql.RowReader;
import io.fluxfabric.engine.r2dbc.sql.Sql;
import io.fluxfabric.engine.state.AttemptLifecycle;
import io.fluxfabric.engine.state.AttemptOutcome;
import io.fluxfabric.engine.state.AttemptType;
import java.time.Instant;
import java.util.Optional;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The attempts at one execution, first one first. */
final class ReadAttempts {

    private static final int PAGE = 100;
    private static final int BEFORE_THE_FIRST = -1;

    private static final Sql ATTEMPTS = Sql.of("""
            SELECT a.attempt_index, a.attempt_id, a.attempt_type, a.lifecycle, a.outcome, a.worker_id, a.worker_instance_id,
                   a.lease_epoch, a.previous_attempt_index, a.started_at_ms, a.suspended_at_ms, a.resumed_at_ms,
                   a.ended_at_ms, a.retry_at_ms, a.failure_class, a.failure_category, a.failure_reason, a.result,
                   a.result_encoding
              FROM ff_exec_core e JOIN ff_attempt a ON a.partition_key = e.partition_key
                   AND a.execution_id = e.execution_id
             WHERE e.partition_key = :partition AND e.execution_id = :execution AND e.namespace = :namespace
               AND a.attempt_index > :after
             ORDER BY a.attempt_index LIMIT :rows""");

    private final Kit kit;

    ReadAttempts(Kit kit) {
        this.kit = kit;
    }

    Flux<Attempt> run(ExecutionId id) {
        return Pages.from(BEFORE_THE_FIRST, after -> page(id, after));
    }

    private Mono<Page<Attempt, Integer>> page(ExecutionId id, int after) {
        return Mono.defer(() -> kit.tx()
                        .read(
                                "execution.attempts",
                                session -> session.list(
                                        ATTEMPTS,
                                        kit.binds(id).and("after", after).and("rows", PAGE + 1),
                                        ReadAttempts::attempt)))
                .map(rows -> Page.of(rows, PAGE, Attempt::index));
    }

    private static Attempt attempt(RowReader row) {
        return new Attempt(
                row.integer("attempt_index"),
                new AttemptId(row.uuid("attempt_id")),
                AttemptType.parse(row.text("attempt_type")),
                AttemptLifecycle.parse(row.text("lifecycle")),
                Optional.ofNullable(row.textOrNull("outcome")).map(AttemptOutcome::parse),
                WorkerIdentity.of(row.text("worker_id"), row.text("worker_instance_id")),
                row.number("lease_epoch"),
                Optional.ofNullable(row.integerOrNull("previous_attempt_index")),
                Instant.ofEpochMilli(row.number("started_at_ms")),
                Moments.instant(row.numberOrNull("suspended_at_ms")),
                Moments.instant(row.numberOrNull("resumed_at_ms")),
                Moments.instant(row.numberOrNull("ended_at_ms")),
                Moments.instant(row.numberOrNull("retry_at_ms")),
                Optional.ofNullable(row.textOrNull("failure_class")).map(FailureClass::parse),
                Optional.ofNullable(row.textOrNull("failure_category")),
                Optional.ofNullable(row.textOrNull("failure_reason")),
                ReadExecution.payload(row, "result", "result_encoding"));
    }
}
