package io.fluxfabric.engine.lease;

import java.util.List;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The leases of one namespace. */
public interface Leases {

    /**
     * Prolongs a lease by its own length from now; never shortens it. Errors as every fenced call does when the lease is no
     * longer the caller's.
     */
    Mono<LeaseRenewal> renew(Handle handle);

    /** Prolongs many leases in few statements; one outcome each, in their order. A lost lease is an outcome here. */
    Flux<RenewOutcome> renewAll(List<Handle> handles);
}
