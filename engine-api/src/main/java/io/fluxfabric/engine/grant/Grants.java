package io.fluxfabric.engine.grant;

import io.fluxfabric.engine.execution.Claimed;
import reactor.core.publisher.Mono;

/**
 * Claiming in two steps, for those who decide who runs what: first the right to claim, given to one worker instance, then the
 * claim. Who needs no such decision claims at once, with {@code executions().claim(…)}.
 *
 * <p>A grant changes nothing about an execution but who may claim it. It ends by being used or by its time, and then the execution
 * can be claimed by anybody, without any repair.
 */
public interface Grants {

    /**
     * Gives a worker the right to claim an execution. Errors, in this order, with {@code NotFoundException}; with
     * {@code ExecutionNotEligible} when it cannot be claimed now, or its lane is paused; with {@code GrantAlreadyExists} while
     * somebody has the right; with {@code CapabilityMismatch}, which tells what the worker lacks.
     */
    Mono<ClaimGrant> issue(IssueClaimGrant issue);

    /** Gives a worker the right to claim what comes first on a lane; empty when there is nothing it can run. */
    Mono<ClaimGrant> claimForWorker(ClaimForWorker request);

    /**
     * Claims with a grant, which is used up by it: a new attempt, or the one that was interrupted. The same request sent again
     * gives the same answer while its lease lives.
     *
     * <p>Errors with {@code InvalidClaimGrant} when the grant was used, given to somebody else or made up; with
     * {@code ClaimGrantExpired}; with {@code ExecutionNotActiveException} when the execution has ended; with
     * {@code LeaseConflict} or {@code ExecutionNotLeaseable} when it is held, held back, or at another attempt
     * than expected.
     */
    Mono<Claimed> claim(ConsumeGrant consume);

    /**
     * Claims one execution by the will of an operator, and records that. What the worker can do, and whether the lane is
     * paused, is the operator's business; all else is as it is with {@link #issue} and {@link #claim}.
     */
    Mono<Claimed> issueAndClaim(IssueGrantAndClaim request);
}
