package io.fluxfabric.engine.r2dbc.reconcile;

import io.fluxfabric.engine.r2dbc.sql.Binds;
import io.fluxfabric.engine.r2dbc.sql.Session;
import io.fluxfabric.engine.r2dbc.sql.Sql;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import reactor.core.publisher.Mono;

/**
 * Executions whose deadline has passed, whose attempt took too long, or whose lease has ended: found by one of these three
 * times, judged by all of them.
 *
 * <ol>
 *   <li>Lock those that are longest overdue, passing over what another node is at.
 *   <li>Decide about each.
 *   <li>Carry out each kind of verdict with one chain, in the same transaction.
 * </ol>
 */
final class OverdueExecutions implements Pass {

    private final ReconcileFilter filter;
    private final Sql lag;
    private final Sql lock;
    private final Duration reclaimGrace;

    private OverdueExecutions(String due, ReconcileFilter filter, Duration reclaimGrace) {
        String condition = "terminal_at_ms IS NULL" + filter.condition();
        this.filter = filter;
        this.lag = Sql.of("""
                SELECT {NOW} - min(%1$s) AS lag_ms FROM ff_exec_core
                 WHERE %1$s <= {NOW} AND %2$s AND :batch > 0""".formatted(due, condition));
        this.lock = Sql.of("""
                SELECT %3$s FROM ff_exec_core
                 WHERE %1$s <= {NOW} AND %2$s
                 ORDER BY %1$s LIMIT :batch {SKIP_LOCKED}""".formatted(due, condition, Overdue.COLUMNS));
        this.reclaimGrace = reclaimGrace;
    }

    static OverdueExecutions byLease(ReconcileFilter filter, Duration reclaimGrace) {
        return new OverdueExecutions("lease_check_at_ms", filter, reclaimGrace);
    }

    static OverdueExecutions byAttemptTimeout(ReconcileFilter filter, Duration reclaimGrace) {
        return new OverdueExecutions("attempt_timeout_at_ms", filter, reclaimGrace);
    }

    static OverdueExecutions byDeadline(ReconcileFilter filter, Duration reclaimGrace) {
        return new OverdueExecutions("deadline_at_ms", filter, reclaimGrace);
    }

    @Override
    public Binds binds(int batch) {
        return filter.binds(batch);
    }

    @Override
    public Sql lag() {
        return lag;
    }

    Sql lock() {
        return lock;
    }

    @Override
    public Mono<Batch> batch(Session session, int size) {
        return session.list(lock, filter.binds(size), Overdue::of)
                .flatMap(found -> Judgement.of(found, this::verdict)
                        .carryOut(session, Optional.empty())
                        .map(changed -> new Batch(found.size(), changed)));
    }

    private Verdict verdict(Overdue found) {
        return Verdict.on(found, reclaimGrace, ThreadLocalRandom.current());
    }
}
