package io.fluxfabric.engine.r2dbc.reclaim;

import io.fluxfabric.engine.r2dbc.kit.Kit;
import io.fluxfabric.engine.reclaim.IssueReclaimGrant;
import io.fluxfabric.engine.reclaim.ReclaimExecution;
import io.fluxfabric.engine.reclaim.ReclaimGrantOutcome;
import io.fluxfabric.engine.reclaim.ReclaimOutcome;
import io.fluxfabric.engine.reclaim.Reclaims;
import reactor.core.publisher.Mono;

/** Reclaims in one namespace. */
public final class R2dbcReclaims implements Reclaims {

    private final IssueReclaimGrants issue;
    private final ReclaimExecutions reclaim;

    public R2dbcReclaims(Kit kit) {
        this.issue = new IssueReclaimGrants(kit);
        this.reclaim = new ReclaimExecutions(kit);
    }

    @Override
    public Mono<ReclaimGrantOutcome> issueGrant(IssueReclaimGrant request) {
        return issue.run(request);
    }

    @Override
    public Mono<ReclaimOutcome> reclaim(ReclaimExecution request) {
        return reclaim.run(request);
    }
}
