package io.fluxfabric.engine.grant;

import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.id.LeaseId;
import io.fluxfabric.engine.id.WorkerIdentity;
import io.fluxfabric.engine.operator.Order;
import java.time.Duration;

/**
 * An operator's request to have just this execution claimed, now, whatever else is on its lane.
 *
 * @param worker who will hold the lease
 * @param lease how long the lease lasts unless it is renewed
 * @param leaseId the secret of the lease to be; a new one for each new request
 * @param order who wants it, and why
 */
public record IssueGrantAndClaim(
        ExecutionId executionId, WorkerIdentity worker, Duration lease, LeaseId leaseId, Order order) {

    private static final Duration DEFAULT_LEASE = Duration.ofSeconds(30);

    public static Step of(ExecutionId id, Order order) {
        return worker -> new IssueGrantAndClaim(id, worker, DEFAULT_LEASE, LeaseId.random(), order);
    }

    /** What is still to be said before it is a request. */
    @FunctionalInterface
    public interface Step {
        /** Who claims. */
        IssueGrantAndClaim as(WorkerIdentity worker);
    }

    public IssueGrantAndClaim lease(Duration ttl) {
        return new IssueGrantAndClaim(executionId, worker, ttl, leaseId, order);
    }
}
