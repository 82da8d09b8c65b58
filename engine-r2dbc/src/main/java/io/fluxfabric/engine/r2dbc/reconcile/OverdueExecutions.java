package io.fluxfabric.engine.r2dbc.reconcile;

import io.fluxfabric.engine.r2dbc.kit.LockedRows;
import io.fluxfabric.engine.r2dbc.reconcile.Verdict.Kind;
import io.fluxfabric.engine.r2dbc.sql.Binds;
import io.fluxfabric.engine.r2dbc.sql.Rows;
import io.fluxfabric.engine.r2dbc.sql.Session;
import io.fluxfabric.engine.r2dbc.sql.Sql;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import reactor.core.publisher.Flux;
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

    private final Sql lag;
    private final Sql lock;
    private final Duration reclaimGrace;
    private final RandomGenerator random = RandomGenerator.getDefault();

    private OverdueExecutions(String due, String condition, Duration reclaimGrace) {
        this.lag = Sql.of("""
                SELECT {NOW} - min(%1$s) AS lag_ms FROM ff_exec_core
                 WHERE %1$s <= {NOW} AND %2$s AND :batch > 0""".formatted(due, condition));
        this.lock = Sql.of("""
                SELECT partition_key, execution_id, ownership_state, policy, retry_count, lease_reclaim_count,
                       max_reclaim_count, deadline_at_ms, attempt_timeout_at_ms, lease_expires_at_ms, lease_check_at_ms,
                       {NOW} AS now_ms
                  FROM ff_exec_core
                 WHERE %1$s <= {NOW} AND %2$s
                 ORDER BY %1$s LIMIT :batch {SKIP_LOCKED}""".formatted(due, condition));
        this.reclaimGrace = reclaimGrace;
    }

    static OverdueExecutions byLease(Duration reclaimGrace) {
        return new OverdueExecutions("lease_check_at_ms", "terminal_at_ms IS NULL", reclaimGrace);
    }

    static OverdueExecutions byAttemptTimeout(Duration reclaimGrace) {
        return new OverdueExecutions("attempt_timeout_at_ms", "terminal_at_ms IS NULL", reclaimGrace);
    }

    static OverdueExecutions byDeadline(Duration reclaimGrace) {
        return new OverdueExecutions("deadline_at_ms", "terminal_at_ms IS NULL", reclaimGrace);
    }

    @Override
    public Sql lag() {
        return lag;
    }

    @Override
    public Mono<Batch> batch(Session session, int size) {
        return session.list(lock, Binds.of("batch", size), Overdue::of)
                .flatMap(found -> carryOut(session, judged(found)).map(changed -> new Batch(found.size(), changed)));
    }

    private Map<Kind, Rows> judged(List<Overdue> found) {
        Map<Kind, Rows> judged = new EnumMap<>(Kind.class);
        for (Overdue one : found) {
            Verdict verdict = Verdict.on(one, reclaimGrace, random);
            judged.computeIfAbsent(verdict.kind(), first -> new Rows())
                    .add(LockedRows.row(one.id(), one.leased(), verdict.atMs()));
        }
        return judged;
    }

    private static Mono<Long> carryOut(Session session, Map<Kind, Rows> judged) {
        return Flux.fromIterable(judged.entrySet())
                .concatMap(group -> session.chain(
                                VerdictChains.of(group.getKey()), Binds.rows("d", group.getValue()), row -> 1)
                        .map(moved -> group.getKey() == Kind.LOOK_LATER ? 0L : moved.size()))
                .reduce(0L, Long::sum);
    }
}
