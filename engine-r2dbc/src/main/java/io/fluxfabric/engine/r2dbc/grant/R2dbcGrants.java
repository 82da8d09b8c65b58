package io.fluxfabric.engine.r2dbc.grant;

import io.fluxfabric.engine.execution.Claimed;
import io.fluxfabric.engine.grant.ClaimForWorker;
import io.fluxfabric.engine.grant.ClaimGrant;
import io.fluxfabric.engine.grant.ConsumeGrant;
import io.fluxfabric.engine.grant.Grants;
import io.fluxfabric.engine.grant.IssueClaimGrant;
import io.fluxfabric.engine.grant.IssueGrantAndClaim;
import io.fluxfabric.engine.r2dbc.kit.Kit;
import reactor.core.publisher.Mono;

/** Claim grants of one namespace. */
public final class R2dbcGrants implements Grants {

    private final IssueClaimGrants issue;
    private final ConsumeClaimGrants consume;
    private final ForceClaims force;

    public R2dbcGrants(Kit kit) {
        this.issue = new IssueClaimGrants(kit);
        this.consume = new ConsumeClaimGrants(kit);
        this.force = new ForceClaims(kit);
    }

    @Override
    public Mono<ClaimGrant> issue(IssueClaimGrant request) {
        return issue.one(request);
    }

    @Override
    public Mono<ClaimGrant> claimForWorker(ClaimForWorker request) {
        return issue.best(request);
    }

    @Override
    public Mono<Claimed> claim(ConsumeGrant request) {
        return consume.run(request);
    }

    @Override
    public Mono<Claimed> issueAndClaim(IssueGrantAndClaim request) {
        return force.run(request);
    }
}
