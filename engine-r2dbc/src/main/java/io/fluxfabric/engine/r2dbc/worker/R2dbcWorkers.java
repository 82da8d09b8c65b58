package io.fluxfabric.engine.r2dbc.worker;

import io.fluxfabric.engine.id.WorkerInstanceId;
import io.fluxfabric.engine.lease.Handle;
import io.fluxfabric.engine.limits.Limit;
import io.fluxfabric.engine.r2dbc.coalesce.Coalescer;
import io.fluxfabric.engine.r2dbc.coalesce.Coalescers;
import io.fluxfabric.engine.r2dbc.kit.Kit;
import io.fluxfabric.engine.r2dbc.reconcile.LeasesOfTheDead;
import io.fluxfabric.engine.worker.DrainOutcome;
import io.fluxfabric.engine.worker.Heartbeat;
import io.fluxfabric.engine.worker.HeartbeatOutcome;
import io.fluxfabric.engine.worker.ListWorkers;
import io.fluxfabric.engine.worker.MarkDeadOutcome;
import io.fluxfabric.engine.worker.RegisterOutcome;
import io.fluxfabric.engine.worker.RegisterWorker;
import io.fluxfabric.engine.worker.RegisteredWorker;
import io.fluxfabric.engine.worker.WorkerPage;
import io.fluxfabric.engine.worker.Workers;
import java.util.List;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The workers of one namespace; every verb is a class of its own, and this one only delegates. */
public final class R2dbcWorkers implements Workers {

    private final RegisterInstance register;
    private final Kit kit;
    private final Coalescer<WorkerInstanceId, HeartbeatOutcome> beats;
    private final Coalescer<BeatAndRenew.Beat, Heartbeat> renewals;
    private final MarkDead markDead;
    private final DrainInstance drain;
    private final PageWorkers pages;

    public R2dbcWorkers(Kit kit, Coalescers coalescers, LeasesOfTheDead leases) {
        this.register = new RegisterInstance(kit);
        this.kit = kit;
        this.beats = coalescers.of(new BeatOnce(kit));
        this.renewals = coalescers.of(new BeatAndRenew(kit));
        this.markDead = new MarkDead(kit, leases);
        this.drain = new DrainInstance(kit);
        this.pages = PageWorkers.ofNamespace(kit);
    }

    @Override
    public Mono<RegisterOutcome> register(RegisterWorker request) {
        return register.run(request);
    }

    @Override
    public Mono<HeartbeatOutcome> heartbeat(WorkerInstanceId instance) {
        return beats.call(instance);
    }

    @Override
    public Mono<Heartbeat> heartbeat(WorkerInstanceId instance, List<Handle> leases) {
        return Mono.defer(() -> {
            if (leases.isEmpty()) {
                return heartbeat(instance).map(liveness -> new Heartbeat(liveness, List.of()));
            }
            kit.limits().checkBatch("leases", Limit.RENEW_BATCH, leases.size());
            return renewals.call(new BeatAndRenew.Beat(instance, List.copyOf(leases)));
        });
    }

    @Override
    public Mono<MarkDeadOutcome> markDead(WorkerInstanceId instance, String reason) {
        return markDead.run(instance, reason);
    }

    @Override
    public Mono<DrainOutcome> drain(WorkerInstanceId instance) {
        return drain.drain(instance);
    }

    @Override
    public Mono<DrainOutcome> resume(WorkerInstanceId instance) {
        return drain.resume(instance);
    }

    @Override
    public Flux<RegisteredWorker> list(ListWorkers which) {
        return pages.all(which);
    }

    @Override
    public Mono<WorkerPage> page(ListWorkers which) {
        return pages.one(which);
    }
}
