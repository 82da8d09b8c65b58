package io.fluxfabric.engine.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.error.LeaseRevokedException;
import io.fluxfabric.engine.error.NotFoundException;
import io.fluxfabric.engine.error.StaleLeaseException;
import io.fluxfabric.engine.event.LeaseEvent;
import io.fluxfabric.engine.execution.Claimed;
import io.fluxfabric.engine.execution.Execution;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.lease.Handle;
import io.fluxfabric.engine.lease.HandleKind;
import io.fluxfabric.engine.operator.RevokeLease;
import io.fluxfabric.engine.operator.RevokeOutcome;
import io.fluxfabric.engine.operator.RevokeOutcome.AlreadySatisfied;
import io.fluxfabric.engine.operator.RevokeOutcome.Reason;
import io.fluxfabric.engine.operator.RevokeOutcome.Revoked;
import io.fluxfabric.engine.payload.Payload;
import io.fluxfabric.engine.state.AttemptLifecycle;
import io.fluxfabric.engine.state.AttemptOutcome;
import io.fluxfabric.engine.state.AttemptState;
import io.fluxfabric.engine.state.EligibilityState;
import io.fluxfabric.engine.state.LifecyclePhase;
import io.fluxfabric.engine.state.OwnershipState;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What taking a lease away promises. */
public interface RevokeLeaseContract extends EngineFixture {

    default RevokeOutcome revoke(RevokeLease revoke) {
        return await(scope().operator().revokeLease(revoke));
    }

    default RevokeLease leaseOf(Handle handle) {
        return RevokeLease.of(handle.executionId(), ORDER);
    }

    @Test
    @DisplayName("OPR-008 a lease is taken away: the epoch grows, and one event says why")
    default void revokes() {
        Handle handle = givenRunning();
        ExecutionId id = handle.executionId();
        long epoch = handle.fence().epoch();

        assertThat(revoke(leaseOf(handle).heldBy("anna-1").ofEpoch(epoch))).isEqualTo(new Revoked(id, epoch + 1));

        assertThat(describe(id).lease()).isEmpty();
        assertThat(leaseEventsOf(id)).hasSize(2).last().satisfies(event -> {
            assertThat(event.type()).isEqualTo(LeaseEvent.Type.REVOKED);
            assertThat(event.reason()).contains(ORDER.reason());
            assertThat(event.holder()).contains(ANNA);
        });
        assertThat(operatorEventsOf(id)).singleElement().satisfies(event -> {
            assertThat(event.type()).isEqualTo("lease_revoked");
            assertThat(event.details())
                    .containsEntry("epoch", Long.toString(epoch))
                    .containsEntry("worker_instance_id", "anna-1");
        });
        assertThat(completionsOf(id)).isEmpty();
    }

    @Test
    @DisplayName("OPR-009 the execution can be claimed at once, and the same attempt goes on")
    default void requeues() {
        Handle handle = givenRunning();
        revoke(leaseOf(handle));

        Execution stored = describe(handle.executionId());
        assertThat(stored.state().phase()).isEqualTo(LifecyclePhase.RUNNABLE);
        assertThat(stored.state().ownership()).isEqualTo(OwnershipState.UNOWNED);
        assertThat(stored.state().eligibility()).isEqualTo(EligibilityState.ELIGIBLE_NOW);
        assertThat(stored.state().attempt()).isEqualTo(AttemptState.ATTEMPT_INTERRUPTED);
        assertThat(stored.attempts().reclaims()).isZero();
        assertThat(attemptsOf(handle.executionId())).singleElement().satisfies(attempt -> {
            assertThat(attempt.lifecycle()).isEqualTo(AttemptLifecycle.SUSPENDED);
            assertThat(attempt.outcome()).contains(AttemptOutcome.ATTEMPT_INTERRUPTED);
        });

        Claimed resumed = claimedBy(aClaim().as(BERT));
        assertThat(resumed.handle().kind()).isEqualTo(HandleKind.RESUMED);
        assertThat(resumed.handle().fence().attemptId())
                .isEqualTo(handle.fence().attemptId());
        assertThat(await(executions().complete(resumed.handle(), Payload.none()))
                        .executionId())
                .isEqualTo(handle.executionId());
    }

    @Test
    @DisplayName("the old holder hears that its lease was revoked, and after the next claim that it is stale")
    default void fencesTheHolder() {
        Handle handle = givenRunning();
        revoke(leaseOf(handle));

        assertThat(refusal(executions().complete(handle, Payload.none()))).isInstanceOf(LeaseRevokedException.class);
        assertThat(refusal(scope().leases().renew(handle))).isInstanceOf(LeaseRevokedException.class);

        claimedBy(aClaim().as(BERT));
        assertThat(refusal(executions().complete(handle, Payload.none()))).isInstanceOf(StaleLeaseException.class);
    }

    @Test
    @DisplayName("what is left of the attempt's time is what the next holder gets")
    default void keepsTheRestOfTheTime() {
        Handle handle = givenRunning(aSubmit().attemptTimeout(Duration.ofSeconds(60)));
        clock().advance(Duration.ofSeconds(20));
        revoke(leaseOf(handle));
        clock().advance(Duration.ofHours(1));

        claimedBy(aClaim().as(BERT));

        assertThat(describe(handle.executionId()).times().attemptTimeoutAt())
                .contains(clock().now().plusSeconds(40));
    }

    @Test
    @DisplayName("OPR-010 without a lease, and the second time, there is nothing to take away and no event")
    default void nothingToRevoke() {
        ExecutionId waiting = givenWaiting();
        assertThat(revoke(RevokeLease.of(waiting, ORDER)))
                .isEqualTo(new AlreadySatisfied(waiting, Reason.NO_ACTIVE_LEASE));
        await(scope().operator().cancel(waiting, ORDER));
        assertThat(revoke(RevokeLease.of(waiting, ORDER)))
                .isEqualTo(new AlreadySatisfied(waiting, Reason.NO_ACTIVE_LEASE));

        Handle handle = givenRunning();
        revoke(leaseOf(handle));
        assertThat(revoke(leaseOf(handle)))
                .isEqualTo(new AlreadySatisfied(handle.executionId(), Reason.NO_ACTIVE_LEASE));
        assertThat(leaseEventsOf(handle.executionId())).hasSize(2);
        assertThat(operatorEventsOf(handle.executionId())).hasSize(1);
    }

    @Test
    @DisplayName("OPR-011 the lease of another instance, or of another epoch, is left alone")
    default void somebodyElse() {
        Handle handle = givenRunning();
        ExecutionId id = handle.executionId();
        Execution before = describe(id);

        assertThat(revoke(leaseOf(handle).heldBy("bert-1")))
                .isEqualTo(new AlreadySatisfied(id, Reason.DIFFERENT_WORKER_INSTANCE));
        assertThat(revoke(leaseOf(handle).ofEpoch(7))).isEqualTo(new AlreadySatisfied(id, Reason.EPOCH_MOVED));
        assertThat(describe(id)).isEqualTo(before);
        assertThat(leaseEventsOf(id)).hasSize(1);
    }

    @Test
    @DisplayName("an unknown execution has no lease to take")
    default void notFound() {
        assertThat(refusal(scope().operator().revokeLease(RevokeLease.of(ExecutionId.of(1, UUID.randomUUID()), ORDER))))
                .isInstanceOf(NotFoundException.class);
    }
}
