package io.fluxfabric.engine.reclaim;

import io.fluxfabric.engine.grant.GrantKey;
import io.fluxfabric.engine.id.LeaseId;
import io.fluxfabric.engine.id.WorkerIdentity;
import java.time.Duration;

/**
 * A request to take over an execution with a grant. It names the lease it asks for, so that the same request, sent again after
 * a lost answer, gets the same lease and not a refusal. Which attempt it becomes is for the database to say.
 *
 * @param worker who takes over; the worker the grant was given to, in any of its instances
 * @param lease how long the lease lasts unless it is renewed
 * @param leaseId the secret of the lease to be; a new one for each new request
 */
public record ReclaimExecution(GrantKey grant, WorkerIdentity worker, Duration lease, LeaseId leaseId) {

    private static final Duration DEFAULT_LEASE = Duration.ofSeconds(30);

    public static Step with(ReclaimGrant grant) {
        return with(grant.key());
    }

    public static Step with(GrantKey grant) {
        return worker -> new ReclaimExecution(grant, worker, DEFAULT_LEASE, LeaseId.random());
    }

    /** What is still to be said before it is a request. */
    @FunctionalInterface
    public interface Step {
        /** Who takes over. */
        ReclaimExecution as(WorkerIdentity worker);
    }

    public ReclaimExecution lease(Duration ttl) {
        return new ReclaimExecution(grant, worker, ttl, leaseId);
    }

    public ReclaimExecution leaseId(LeaseId id) {
        return new ReclaimExecution(grant, worker, lease, id);
    }
}
