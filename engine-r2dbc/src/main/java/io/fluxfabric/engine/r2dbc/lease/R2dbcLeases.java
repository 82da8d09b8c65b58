package io.fluxfabric.engine.r2dbc.lease;

import io.fluxfabric.engine.error.UnavailableException;
import io.fluxfabric.engine.lease.Handle;
import io.fluxfabric.engine.lease.LeaseRenewal;
import io.fluxfabric.engine.lease.Leases;
import io.fluxfabric.engine.lease.RenewOutcome;
import io.fluxfabric.engine.r2dbc.kit.Kit;
import java.util.List;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Leases of one namespace. */
public final class R2dbcLeases implements Leases {

    private final Kit kit;

    public R2dbcLeases(Kit kit) {
        this.kit = kit;
    }

    @Override
    public Mono<LeaseRenewal> renew(Handle handle) {
        return Mono.error(new UnavailableException("lease.renew", "soon " + kit.namespace()));
    }

    @Override
    public Flux<RenewOutcome> renewAll(List<Handle> handles) {
        return Flux.error(new UnavailableException("lease.renewAll", "soon"));
    }
}
