package io.fluxfabric.engine.lease;

import java.time.Duration;
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

    /**
     * All leases that have lapsed and whose executions nobody took care of yet, reading pages as they are asked for: those that
     * no pass has found so far, and those that are kept for reclaims.
     */
    default Flux<ExpiredLease> expired() {
        return expired(ListExpiredLeases.all());
    }

    /** Some of them, reading pages as they are asked for. */
    Flux<ExpiredLease> expired(ListExpiredLeases which);

    /** One page of them. */
    Mono<ExpiredLeasePage> expiredPage(ListExpiredLeases which);

    /** {@link #watchExpired(Duration)} with a look every second. */
    default Flux<ExpiredLease> watchExpired() {
        return watchExpired(Duration.ofSeconds(1));
    }

    /**
     * Leases as they lapse, without end: first those that have lapsed already, then each lapse once.
     *
     * <pre>
     * leases      a lapses   b lapses, is swept    c lapses    d: its holder is declared dead
     * looks     |----------|----------------------|----------|------
     * emitted   ------------a----------------------b-----------c,d--
     * </pre>
     *
     * <p>A lapse is told once per execution and epoch, no matter which comes first, this look or the pass of some engine that puts
     * the execution back on its lane: what such a pass did since the last look is read from the lease events, which miss
     * nothing. A lease that is taken from a worker because it is dead counts as lapsed at that moment. Not told is a lapse that
     * was over before anybody noticed, because an operator cancelled the execution or somebody reclaimed it between two looks.
     *
     * <p>Nothing is looked for before it is asked for, and nothing is lost on somebody who asks slowly: looks are skipped, not
     * leases. A database that is away is no error here: it is logged, and asked again after a growing pause. Each subscriber looks
     * for itself.
     *
     * @param every the time between two looks, from 10 milliseconds to an hour
     */
    Flux<ExpiredLease> watchExpired(Duration every);
}
