package io.fluxfabric.engine.r2dbc.kit;

import io.fluxfabric.engine.error.EngineException;
import io.fluxfabric.engine.error.ExecutionNotActiveException;
import io.fluxfabric.engine.error.LeaseExpiredException;
import io.fluxfabric.engine.error.LeaseRevokedException;
import io.fluxfabric.engine.error.NotFoundException;
import io.fluxfabric.engine.error.StaleLeaseException;
import io.fluxfabric.engine.lease.Handle;
import io.fluxfabric.engine.r2dbc.sql.RowReader;
import io.fluxfabric.engine.r2dbc.sql.RowsTemplate;
import io.fluxfabric.engine.r2dbc.sql.Sql;
import io.fluxfabric.engine.state.LifecyclePhase;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Finds out why a handle was refused, after the fact. The first of these that is true is the answer.
 *
 * <ol>
 *   <li>There is no such execution in this namespace.
 *   <li>The very same lease ended as the caller wants it to end: the call is a repetition.
 *   <li>The execution has ended.
 *   <li>It is held under this very lease, which has lapsed; or under another one.
 *   <li>Nobody holds it, because this very lease was revoked, or lapsed. That comes before the next, so that a worker hears the
 *       same whether or not somebody has cleared up behind it yet.
 *   <li>Nobody holds it, for another reason.
 * </ol>
 */
public final class Diagnosis {

    private static final RowsTemplate COLUMNS = RowsTemplate.parse("""
            found(lifecycle_phase text, terminal_outcome text, lease_epoch bigint, current_attempt_id uuid, \
            lease_worker_instance_id text, lease_acquired_at_ms bigint, lease_expires_at_ms bigint, held integer, \
            outcome text, interruption text, failure_class text, ended_at_ms bigint, suspended_at_ms bigint, \
            retry_at_ms bigint, attempt_index integer)""");

    private static final Sql LOOK_UP = Sql.of("""
            SELECT h.ord, c.lifecycle_phase, c.terminal_outcome, c.lease_epoch, c.current_attempt_id,
                   c.lease_worker_instance_id, c.lease_acquired_at_ms, c.lease_expires_at_ms,
                   CASE WHEN c.lease_id = h_lease AND c.lease_epoch = h_epoch AND c.current_attempt_id = h_attempt
                             AND c.current_attempt_index = h_index AND c.lease_kind = h_kind THEN 1 ELSE 0 END AS held,
                   a.outcome, a.interruption, a.failure_class, a.ended_at_ms, a.suspended_at_ms, a.retry_at_ms,
                   a.attempt_index
              FROM %s
              LEFT JOIN ff_exec_core c ON c.partition_key = h_partition AND c.execution_id = h_execution
                    AND c.namespace = :namespace
              LEFT JOIN ff_attempt a ON a.partition_key = c.partition_key AND a.execution_id = c.execution_id
                    AND a.attempt_index = h_index AND a.attempt_id = h_attempt AND a.lease_id = h_lease
                    AND a.lease_epoch = h_epoch AND a.lease_kind = h_kind
             ORDER BY h.ord""".formatted(HandleFence.handles()));

    private final Kit kit;

    public Diagnosis(Kit kit) {
        this.kit = kit;
    }

    /**
     * An answer for each refused handle, in their order.
     *
     * @param repetition the original answer, if the lease ended just as the caller asks; empty if it did not
     */
    public <Q extends FencedVerb.Request, T> Mono<List<Answer<T>>> explain(
            List<Q> refused, BiFunction<Q, LeaseEnd, Optional<T>> repetition) {
        List<Handle> handles = refused.stream().map(FencedVerb.Request::handle).toList();
        return kit.tx()
                .single(
                        "fence.explain",
                        session ->
                                session.list(LOOK_UP, kit.binds().andRows("h", HandleFence.rows(handles)), Found::of))
                .flatMapMany(Flux::fromIterable)
                .zipWithIterable(refused, (found, request) -> found.answer(request, repetition))
                .collectList();
    }

    /** An execution and an attempt as they were found; both may be missing. */
    record Found(RowReader row) {

        /** Read at once: the row is not there any more when the result has gone by. */
        static Found of(RowReader row) {
            return new Found(row.detached(COLUMNS));
        }

        <Q extends FencedVerb.Request, T> Answer<T> answer(Q request, BiFunction<Q, LeaseEnd, Optional<T>> repetition) {
            String id = request.handle().executionId().toString();
            if (row.textOrNull("lifecycle_phase") == null) {
                return Answer.failed(NotFoundException.execution(id));
            }
            Optional<LeaseEnd> end = end();
            return end.flatMap(ended -> repetition.apply(request, ended))
                    .map(Answer::of)
                    .orElseGet(() ->
                            Answer.failed(refusal(id, request.handle().fence().epoch(), end)));
        }

        private Optional<LeaseEnd> end() {
            boolean over = row.textOrNull("outcome") != null;
            return over ? Optional.of(LeaseEnd.of(row)) : Optional.empty();
        }

        private EngineException refusal(String id, long epoch, Optional<LeaseEnd> end) {
            if (is(LifecyclePhase.TERMINAL)) {
                return notActive(id);
            }
            if (row.numberOrNull("lease_expires_at_ms") != null) {
                return row.number("held") == 1
                        ? new LeaseExpiredException(id, epoch, Instant.ofEpochMilli(row.number("lease_expires_at_ms")))
                        : stale(id, epoch);
            }
            if (end.filter(LeaseEnd::revoked).isPresent()) {
                return new LeaseRevokedException(id, epoch);
            }
            if (end.filter(LeaseEnd::expired).isPresent()) {
                return new LeaseExpiredException(id, epoch, end.orElseThrow().at());
            }
            return is(LifecyclePhase.ACTIVE) ? StaleLeaseException.notTheIssuedHandle(id, epoch) : notActive(id);
        }

        private boolean is(LifecyclePhase phase) {
            return row.text("lifecycle_phase").equals(phase.literal());
        }

        private EngineException notActive(String id) {
            return new ExecutionNotActiveException(
                    id,
                    row.text("lifecycle_phase"),
                    row.text("terminal_outcome"),
                    row.number("lease_epoch"),
                    attemptId());
        }

        private @Nullable String attemptId() {
            return Optional.ofNullable(row.uuidOrNull("current_attempt_id"))
                    .map(Object::toString)
                    .orElse(null);
        }

        private EngineException stale(String id, long epoch) {
            return row.number("lease_epoch") == epoch
                    ? StaleLeaseException.notTheIssuedHandle(id, epoch)
                    : StaleLeaseException.heldBy(
                            id,
                            row.text("lease_worker_instance_id"),
                            row.number("lease_epoch"),
                            Moments.instant(row.numberOrNull("lease_acquired_at_ms"))
                                    .orElse(null),
                            epoch);
        }
    }
}
