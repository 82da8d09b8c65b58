package io.fluxfabric.engine.r2dbc.lease;

import io.fluxfabric.engine.lease.ExpiredLease;
import io.fluxfabric.engine.lease.ExpiredLeasePage;
import io.fluxfabric.engine.lease.Handle;
import io.fluxfabric.engine.lease.LeaseRenewal;
import io.fluxfabric.engine.lease.Leases;
import io.fluxfabric.engine.lease.ListExpiredLeases;
import io.fluxfabric.engine.lease.RenewOutcome;
import io.fluxfabric.engine.r2dbc.coalesce.Coalescer;
import io.fluxfabric.engine.r2dbc.coalesce.Coalescers;
import io.fluxfabric.engine.r2dbc.kit.Kit;
import java.time.Duration;
import java.util.List;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Leases of one namespace; every verb is a class of its own, and this one only delegates. */
public final class R2dbcLeases implements Leases {

    private final RenewLeases renew;
    private final PageExpiredLeases expired;
    private final WatchExpiredLeases watch;
    private final Coalescer<RenewLeases.Renewal, LeaseRenewal> renewals;

    public R2dbcLeases(Kit kit, Coalescers coalescers) {
        this.renew = new RenewLeases(kit);
        this.expired = PageExpiredLeases.ofNamespace(kit);
        this.watch = new WatchExpiredLeases(kit);
        this.renewals = coalescers.of(kit, renew);
    }

    @Override
    public Mono<LeaseRenewal> renew(Handle handle) {
        return renewals.call(new RenewLeases.Renewal(handle));
    }

    @Override
    public Flux<RenewOutcome> renewAll(List<Handle> handles) {
        return renew.all(handles);
    }

    @Override
    public Flux<ExpiredLease> expired(ListExpiredLeases which) {
        return expired.all(which);
    }

    @Override
    public Mono<ExpiredLeasePage> expiredPage(ListExpiredLeases which) {
        return expired.one(which);
    }

    @Override
    public Flux<ExpiredLease> watchExpired(Duration every) {
        return watch.run(every);
    }
}
