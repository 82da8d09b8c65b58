package io.fluxfabric.engine.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.error.EngineException;
import io.fluxfabric.engine.error.ErrorCode;
import io.fluxfabric.engine.execution.Execution;
import io.fluxfabric.engine.grant.ClaimForWorker;
import io.fluxfabric.engine.grant.ClaimGrant;
import io.fluxfabric.engine.grant.ConsumeGrant;
import io.fluxfabric.engine.grant.Grants;
import io.fluxfabric.engine.grant.IssueClaimGrant;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.state.PublicState;
import java.time.Duration;

/** The givens of the contracts of claim grants. */
public interface GrantFixture extends EngineFixture {

    Duration GRANT = Duration.ofSeconds(5);

    default Grants grants() {
        return scope().grants();
    }

    default IssueClaimGrant aGrantOf(ExecutionId id) {
        return IssueClaimGrant.of(id).to(ANNA).ttl(GRANT);
    }

    default ClaimGrant givenGrant(ExecutionId id) {
        return await(grants().issue(aGrantOf(id)));
    }

    default ClaimForWorker forAnna() {
        return ClaimForWorker.lane(LANE).as(ANNA).ttl(GRANT);
    }

    default EngineException refusedClaim(ConsumeGrant consume, ErrorCode code) {
        EngineException refusal = refusal(grants().claim(consume));
        assertThat(refusal.code()).isEqualTo(code);
        assertThat(refusal.toString()).doesNotContain(consume.grant().value());
        return refusal;
    }

    /** Nothing was written: it waits as it did, and whoever has the grant can use it. */
    default void stillWaiting(ExecutionId id) {
        Execution stored = describe(id);
        assertThat(stored.publicState()).isEqualTo(PublicState.WAITING);
        assertThat(stored.attempts().total()).isZero();
        assertThat(leaseEventsOf(id)).isEmpty();
    }

    default String keyOf(ClaimGrant grant) {
        String[] parts = grant.key().value().split(":", -1);
        return parts[parts.length - 2];
    }
}
