package io.fluxfabric.engine.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.Engine;
import io.fluxfabric.engine.error.EngineException;
import io.fluxfabric.engine.error.ErrorCode;
import io.fluxfabric.engine.error.LeaseExpiredException;
import io.fluxfabric.engine.error.StaleLeaseException;
import io.fluxfabric.engine.execution.Claimed;
import io.fluxfabric.engine.execution.Submit;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.id.WorkerIdentity;
import io.fluxfabric.engine.lease.Handle;
import io.fluxfabric.engine.reclaim.IssueReclaimGrant;
import io.fluxfabric.engine.reclaim.NotReclaimableReason;
import io.fluxfabric.engine.reclaim.ReclaimExecution;
import io.fluxfabric.engine.reclaim.ReclaimGrant;
import io.fluxfabric.engine.reclaim.ReclaimGrantOutcome;
import io.fluxfabric.engine.reclaim.ReclaimOutcome;
import io.fluxfabric.engine.reclaim.Reclaims;
import io.fluxfabric.engine.reconcile.Reconcilers;
import io.fluxfabric.engine.state.OwnershipState;
import io.fluxfabric.engine.state.PublicState;
import java.time.Duration;
import reactor.core.publisher.Mono;

/** The givens of the contracts of reclaims. */
public interface ReclaimFixture extends EngineFixture, Tampering {

    Duration LEASE = Duration.ofSeconds(30);

    Duration GRANT = Duration.ofSeconds(5);

    default Reclaims reclaims() {
        return scope().reclaims();
    }

    /** Held by Anna, whose lease has just lapsed; nobody has cleared up yet. */
    default Handle givenLapsed(Submit submit) {
        Handle handle = givenRunning(submit);
        clock().advance(LEASE);
        return handle;
    }

    default Handle givenLapsed() {
        return givenLapsed(aSubmit());
    }

    /** As {@link #givenLapsed()}, and kept for reclaims. */
    default Handle givenHeld(Submit submit) {
        Handle handle = givenLapsed(submit);
        Engine node = anotherNode(Duration.ofMinutes(10), 100);
        await(node.reconcilers().pass(Reconcilers.LEASE_EXPIRY));
        awaitEmpty(node.close());
        assertThat(describe(handle.executionId()).state().ownership())
                .isEqualTo(OwnershipState.LEASE_EXPIRED_RECLAIMABLE);
        return handle;
    }

    default IssueReclaimGrant aGrantOf(ExecutionId id) {
        return IssueReclaimGrant.of(id).to(BERT).ttl(GRANT);
    }

    default ReclaimGrantOutcome asked(ExecutionId id) {
        return await(reclaims().issueGrant(aGrantOf(id)));
    }

    default ReclaimGrant givenGrant(ExecutionId id) {
        ReclaimGrantOutcome outcome = asked(id);
        assertThat(outcome).isInstanceOf(ReclaimGrantOutcome.Granted.class);
        return ((ReclaimGrantOutcome.Granted) outcome).grant();
    }

    default ReclaimOutcome reclaimed(ReclaimGrant grant) {
        return await(reclaims().reclaim(ReclaimExecution.with(grant).as(grant.worker())));
    }

    default Claimed takenOver(ExecutionId id) {
        ReclaimOutcome outcome = reclaimed(givenGrant(id));
        assertThat(outcome).isInstanceOf(ReclaimOutcome.Claimed.class);
        return ((ReclaimOutcome.Claimed) outcome).execution();
    }

    default void notReclaimable(ReclaimGrantOutcome outcome, NotReclaimableReason reason, String... words) {
        assertThat(outcome).isInstanceOfSatisfying(ReclaimGrantOutcome.NotReclaimable.class, refused -> {
            assertThat(refused.reason()).isEqualTo(reason);
            assertThat(refused.detail()).contains(words);
        });
    }

    default void givenGrantAndRefuse(Handle lost) {
        assertThat(refusal(executions().complete(lost))).isInstanceOf(LeaseExpiredException.class);
        ReclaimGrant grant = givenGrant(lost.executionId());
        assertThat(refusal(executions().complete(lost))).isInstanceOf(LeaseExpiredException.class);
        reclaimed(grant);
        assertThat(refusal(executions().complete(lost))).isInstanceOf(StaleLeaseException.class);
        assertThat(refusal(scope().leases().renew(lost))).isInstanceOf(StaleLeaseException.class);
        assertThat(stateOf(lost.executionId())).isEqualTo(PublicState.ACTIVE);
    }

    default Mono<Object> takeOver(ExecutionId id, WorkerIdentity worker) {
        return reclaims()
                .issueGrant(IssueReclaimGrant.of(id).to(worker))
                .ofType(ReclaimGrantOutcome.Granted.class)
                .flatMap(granted -> reclaims()
                        .reclaim(ReclaimExecution.with(granted.grant()).as(worker)))
                .<Object>map(outcome -> outcome)
                .onErrorResume(
                        EngineException.class,
                        error -> error.code() == ErrorCode.GRANT_ALREADY_EXISTS
                                ? Mono.just(error.code())
                                : Mono.error(error));
    }
}
