package io.fluxfabric.engine.r2dbc.reconcile;

import io.fluxfabric.engine.id.WorkerInstanceId;
import io.fluxfabric.engine.r2dbc.kit.Kit;
import io.fluxfabric.engine.r2dbc.sql.Binds;
import io.fluxfabric.engine.r2dbc.sql.Session;
import io.fluxfabric.engine.r2dbc.sql.Sql;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import reactor.core.publisher.Mono;

/**
 * Leases whose holder is known to be dead. They are treated as if they had lapsed just now: nobody has to wait for their end, and
 * everything else, the cap on losses and the grace for reclaims included, is as it would be then.
 */
public final class LeasesOfTheDead {

    private static final Optional<String> REASON = Optional.of("worker_dead");

    private static final Sql LOCK = Sql.of("""
            SELECT %s FROM ff_exec_core
             WHERE lease_worker_instance_id {BYTEWISE} = :instance AND lease_id IS NOT NULL AND namespace = :namespace
             ORDER BY partition_key, execution_id {FOR_UPDATE}""".formatted(Overdue.COLUMNS));

    private final Duration reclaimGrace;

    public LeasesOfTheDead(Duration reclaimGrace) {
        this.reclaimGrace = reclaimGrace;
    }

    /** Takes everything from one instance, in the transaction it is given, and tells how much it was. */
    public Mono<Long> take(Session session, Kit kit, WorkerInstanceId instance) {
        Binds binds = kit.binds().and("instance", instance.value());
        return session.list(LOCK, binds, Overdue::of).flatMap(found -> take(session, found));
    }

    /** Takes executions whose rows are locked. */
    Mono<Long> take(Session session, List<Overdue> held) {
        return Judgement.of(held, this::verdict).carryOut(session, REASON);
    }

    private Verdict verdict(Overdue held) {
        return Verdict.onLoss(held, reclaimGrace, ThreadLocalRandom.current());
    }
}
