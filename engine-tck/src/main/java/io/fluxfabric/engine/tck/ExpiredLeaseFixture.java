package io.fluxfabric.engine.tck;

import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.id.LaneId;
import io.fluxfabric.engine.lease.ExpiredLease;
import io.fluxfabric.engine.lease.ExpiredLeasePage;
import io.fluxfabric.engine.lease.Handle;
import io.fluxfabric.engine.lease.Leases;
import io.fluxfabric.engine.lease.ListExpiredLeases;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** The givens of the contracts of expired leases. */
public interface ExpiredLeaseFixture extends EngineFixture {

    default Leases leases() {
        return scope().leases();
    }

    /** A running execution, held by Anna for this long. */
    default Handle givenHeldFor(Duration lease) {
        givenWaiting();
        return claimedBy(aClaim().lease(lease)).handle();
    }

    default ExpiredLease lapsed(Handle handle, Instant at) {
        return new ExpiredLease(
                scope().namespace(),
                handle.executionId(),
                LaneId.of(LANE),
                handle.fence().attemptIndex(),
                handle.fence().epoch(),
                ANNA,
                at);
    }

    default List<ExpiredLease> expired() {
        return await(leases().expired());
    }

    default ExpiredLeasePage page(ListExpiredLeases which) {
        return await(leases().expiredPage(which));
    }

    default List<ExecutionId> ids(List<ExpiredLease> leases) {
        return leases.stream().map(ExpiredLease::executionId).toList();
    }

    default ExpiryWatcher watcher() {
        return ExpiryWatcher.of(leases().watchExpired(ExpiryWatcher.EVERY), clock());
    }
}
