package io.fluxfabric.engine.r2dbc.lease;

import io.fluxfabric.engine.lease.Handle;
import io.fluxfabric.engine.lease.LeaseRenewal;
import io.fluxfabric.engine.lease.Leases;
import io.fluxfabric.engine.lease.RenewOutcome;
import io.fluxfabric.engine.r2dbc.kit.Kit;
import java.util.List;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Leases of one namespace; every verb is a class of its own, and this one only delegates. */
public final class R2dbcLeases implements Leases {

    private final RenewLeases renew;

    public R2dbcLeases(Kit kit) {
        this.renew = new RenewLeases(kit);
    }

    @Override
    public Mono<LeaseRenewal> renew(Handle handle) {
        return renew.one(handle);
    }

    @Override
    public Flux<RenewOutcome> renewAll(List<Handle> handles) {
        return renew.all(handles);
    }
}
