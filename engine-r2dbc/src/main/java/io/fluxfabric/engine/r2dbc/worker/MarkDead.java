package io.fluxfabric.engine.r2dbc.worker;

import io.fluxfabric.engine.id.WorkerInstanceId;
import io.fluxfabric.engine.limits.TextRule;
import io.fluxfabric.engine.r2dbc.kit.Kit;
import io.fluxfabric.engine.r2dbc.kit.WorkerRows;
import io.fluxfabric.engine.r2dbc.reconcile.LeasesOfTheDead;
import io.fluxfabric.engine.r2dbc.sql.Binds;
import io.fluxfabric.engine.r2dbc.sql.Chain;
import io.fluxfabric.engine.worker.MarkDeadOutcome;
import io.fluxfabric.engine.worker.MarkDeadOutcome.Marked;
import io.fluxfabric.engine.worker.MarkDeadOutcome.NotRegistered;
import reactor.core.publisher.Mono;

/**
 * Strikes an instance off the registry and takes everything it holds, in one transaction. Whoever finds the row gone (a second
 * call, the sweep) was late and does nothing, so there is one event for a death.
 */
final class MarkDead {

    private static final Chain STRIKE = Chain.of(
                    "struck(" + WorkerRows.COLUMNS + ")", """
            DELETE FROM ff_worker_registry WHERE %s
            RETURNING namespace, worker_instance_id, worker_id, {NOW} AS at_ms""".formatted(WorkerRows.THE_INSTANCE))
            .then(WorkerRows.event("struck", "'marked_dead'", "CAST(:reason AS text)"));

    private final Kit kit;
    private final LeasesOfTheDead leases;

    MarkDead(Kit kit, LeasesOfTheDead leases) {
        this.kit = kit;
        this.leases = leases;
    }

    Mono<MarkDeadOutcome> run(WorkerInstanceId instance, String reason) {
        return Mono.defer(() -> {
            TextRule.REASON.check("reason", reason);
            Binds binds = kit.binds().and("instance", instance.value()).and("reason", reason);
            return kit.tx()
                    .write(
                            "worker.markDead",
                            session -> session.chain(STRIKE, binds, row -> 1)
                                    .flatMap(struck -> struck.isEmpty()
                                            ? Mono.just(new NotRegistered())
                                            : leases.take(session, kit, instance)
                                                    .map(Marked::new)));
        });
    }
}
