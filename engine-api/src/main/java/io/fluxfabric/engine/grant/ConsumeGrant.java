package io.fluxfabric.engine.grant;

import io.fluxfabric.engine.id.LeaseId;
import io.fluxfabric.engine.id.WorkerIdentity;
import java.time.Duration;
import java.util.OptionalInt;

/**
 * A request to claim an execution with a grant. It names the lease it asks for, so that the same request, sent again after a
 * lost answer, gets the same lease and not a refusal.
 *
 * @param worker who claims; just the worker instance the grant was given to
 * @param lease how long the lease lasts unless it is renewed
 * @param leaseId the secret of the lease to be; a new one for each new request
 * @param expectedAttempt only if this is the index of the attempt it becomes or resumes, if given
 */
public record ConsumeGrant(
        GrantKey grant, WorkerIdentity worker, Duration lease, LeaseId leaseId, OptionalInt expectedAttempt) {

    private static final Duration DEFAULT_LEASE = Duration.ofSeconds(30);

    /** As the worker it was given to. */
    public static ConsumeGrant of(ClaimGrant grant) {
        return with(grant.key()).as(grant.worker());
    }

    public static Step with(GrantKey grant) {
        return worker -> new ConsumeGrant(grant, worker, DEFAULT_LEASE, LeaseId.random(), OptionalInt.empty());
    }

    /** What is still to be said before it is a request. */
    @FunctionalInterface
    public interface Step {
        /** Who claims. */
        ConsumeGrant as(WorkerIdentity worker);
    }

    public ConsumeGrant lease(Duration ttl) {
        return new ConsumeGrant(grant, worker, ttl, leaseId, expectedAttempt);
    }

    public ConsumeGrant leaseId(LeaseId id) {
        return new ConsumeGrant(grant, worker, lease, id, expectedAttempt);
    }

    public ConsumeGrant expectsAttempt(int index) {
        return new ConsumeGrant(grant, worker, lease, leaseId, OptionalInt.of(index));
    }
}
