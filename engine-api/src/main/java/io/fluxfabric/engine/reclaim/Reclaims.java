package io.fluxfabric.engine.reclaim;

import reactor.core.publisher.Mono;

/**
 * Taking over executions whose holder was lost: its lease lapsed, and the execution was not put back on its lane yet, or is kept
 * for this. The lost attempt is over; the new one has a greater epoch, so the lost holder can write nothing more, should it
 * come back.
 *
 * <p>Errors with {@code NotFoundException} when there is no such execution.
 */
public interface Reclaims {

    /**
     * Gives a worker the right to take over. It changes nothing about the execution, and does not keep it from being put back
     * on its lane. Errors with {@code GrantAlreadyExists} while somebody has the right.
     */
    Mono<ReclaimGrantOutcome> issueGrant(IssueReclaimGrant issue);

    /**
     * Takes over with a grant, which is used up by it. Everything is looked at again first. The same request sent again gives
     * the same answer while its lease lives. Errors with {@code InvalidInput} when the grant was given to another worker.
     */
    Mono<ReclaimOutcome> reclaim(ReclaimExecution reclaim);
}
