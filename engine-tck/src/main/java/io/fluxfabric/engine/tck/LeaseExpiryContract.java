package io.fluxfabric.engine.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.Engine;
import io.fluxfabric.engine.error.LeaseExpiredException;
import io.fluxfabric.engine.event.LeaseEvent;
import io.fluxfabric.engine.execution.Claimed;
import io.fluxfabric.engine.execution.Execution;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.lease.Handle;
import io.fluxfabric.engine.lease.HandleKind;
import io.fluxfabric.engine.payload.Payload;
import io.fluxfabric.engine.reconcile.Reconcilers;
import io.fluxfabric.engine.reconcile.ScanReport;
import io.fluxfabric.engine.state.AttemptLifecycle;
import io.fluxfabric.engine.state.AttemptOutcome;
import io.fluxfabric.engine.state.AttemptState;
import io.fluxfabric.engine.state.OwnershipState;
import io.fluxfabric.engine.state.PublicState;
import io.fluxfabric.engine.state.TerminalOutcome;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** What becomes of executions whose holders fall silent. */
public interface LeaseExpiryContract extends ReconcileFixture {

    @Test
    @DisplayName("REC-007 (target) a lapsed lease is taken away, and the execution is back on its lane")
    default void requeues() {
        Handle handle = givenRunning();
        ExecutionId id = handle.executionId();
        clock().advance(LEASE.plusSeconds(10));

        assertThat(pass(Reconcilers.LEASE_EXPIRY))
                .isEqualTo(ScanReport.done("lease_expiry", 1, 1, Duration.ofSeconds(10), Duration.ZERO));

        Execution stored = describe(id);
        assertThat(stored.state().isConsistent()).isTrue();
        assertThat(stored.state().ownership()).isEqualTo(OwnershipState.UNOWNED);
        assertThat(stored.state().attempt()).isEqualTo(AttemptState.ATTEMPT_INTERRUPTED);
        assertThat(stored.lease()).isEmpty();
        assertThat(stored.attempts().reclaims()).isEqualTo(1);
        assertThat(attemptsOf(id)).singleElement().satisfies(attempt -> {
            assertThat(attempt.lifecycle()).isEqualTo(AttemptLifecycle.SUSPENDED);
            assertThat(attempt.outcome()).contains(AttemptOutcome.LEASE_EXPIRED_RECLAIMABLE);
        });
        assertThat(leaseEventsOf(id)).hasSize(2).last().satisfies(event -> {
            assertThat(event.type()).isEqualTo(LeaseEvent.Type.EXPIRED);
            assertThat(event.epoch()).isEqualTo(handle.fence().epoch() + 1);
        });
        assertThat(completionsOf(id)).isEmpty();
    }

    @Test
    @DisplayName("after a lapse another worker resumes the attempt, and the first one is refused before and after")
    default void resumesAfterALapse() {
        Handle handle = givenRunning();
        clock().advance(LEASE);
        assertThat(refusal(executions().complete(handle, Payload.none()))).isInstanceOf(LeaseExpiredException.class);
        pass(Reconcilers.LEASE_EXPIRY);
        assertThat(refusal(executions().complete(handle, Payload.none()))).isInstanceOf(LeaseExpiredException.class);

        Claimed resumed = claimedBy(aClaim().as(BERT));

        assertThat(resumed.handle().kind()).isEqualTo(HandleKind.RESUMED);
        assertThat(resumed.handle().fence().attemptId())
                .isEqualTo(handle.fence().attemptId());
        assertThat(resumed.handle().fence().epoch())
                .isGreaterThan(handle.fence().epoch() + 1);
        await(executions().complete(resumed.handle(), Payload.none()));
        assertThat(completionsOf(handle.executionId())).hasSize(1);
    }

    @Test
    @DisplayName("a lease is over at the very instant it ends, and not before")
    default void boundary() {
        Handle handle = givenRunning();
        clock().advance(LEASE.minusMillis(1));
        assertThat(pass(Reconcilers.LEASE_EXPIRY).scanned()).isZero();
        assertThat(stateOf(handle.executionId())).isEqualTo(PublicState.ACTIVE);

        clock().advance(Duration.ofMillis(1));
        assertThat(pass(Reconcilers.LEASE_EXPIRY).changed()).isEqualTo(1);
    }

    @Test
    @DisplayName("a lease that was renewed is looked at and left alone until it really ends")
    default void renewed() {
        Handle handle = givenRunning();
        clock().advance(Duration.ofSeconds(20));
        await(scope().leases().renew(handle));
        clock().advance(Duration.ofSeconds(20));
        Execution before = describe(handle.executionId());

        assertThat(pass(Reconcilers.LEASE_EXPIRY))
                .satisfies(report -> assertThat(report.scanned()).isEqualTo(1))
                .satisfies(report -> assertThat(report.changed()).isZero());
        assertThat(describe(handle.executionId())).isEqualTo(before);
        assertThat(pass(Reconcilers.LEASE_EXPIRY).scanned()).isZero();

        clock().advance(Duration.ofSeconds(10));
        assertThat(pass(Reconcilers.LEASE_EXPIRY).changed()).isEqualTo(1);
    }

    @Test
    @DisplayName("an execution that loses its holders too often fails, with one completion event")
    default void givesUp() {
        Handle handle = givenRunning(aSubmit().policy(policy -> policy.withMaxReclaims(1)));
        ExecutionId id = handle.executionId();
        clock().advance(LEASE);
        pass(Reconcilers.LEASE_EXPIRY);
        Handle second = claimedBy(aClaim()).handle();
        clock().advance(LEASE);

        assertThat(pass(Reconcilers.LEASE_EXPIRY).changed()).isEqualTo(1);

        Execution stored = describe(id);
        assertThat(stored.publicState()).isEqualTo(PublicState.FAILED);
        assertThat(stored.attempts().reclaims()).isEqualTo(1);
        assertThat(stored.failure().orElseThrow().reason()).isEqualTo("max_reclaims_exceeded");
        assertThat(completionsOf(id)).singleElement().satisfies(event -> {
            assertThat(event.outcome()).isEqualTo(TerminalOutcome.FAILED);
            assertThat(event.reason()).contains("max_reclaims_exceeded");
        });
        assertThat(attemptsOf(id)).singleElement().satisfies(attempt -> {
            assertThat(attempt.lifecycle()).isEqualTo(AttemptLifecycle.ENDED_FAILURE);
            assertThat(attempt.outcome()).contains(AttemptOutcome.INTERRUPTED);
        });
        assertThat(leaseEventsOf(id))
                .last()
                .satisfies(event -> assertThat(event.type()).isEqualTo(LeaseEvent.Type.EXPIRED));
        refusal(executions().complete(second, Payload.none()));
    }

    @Test
    @DisplayName("REC-007 with a grace, it stays active for reclaims only; when that is over anybody may resume it")
    default void keepsForReclaim() {
        Engine node = anotherNode(Duration.ofSeconds(60), 500);
        Handle handle = givenRunning();
        ExecutionId id = handle.executionId();
        clock().advance(LEASE);

        assertThat(await(node.reconcilers().pass(Reconcilers.LEASE_EXPIRY)).changed())
                .isEqualTo(1);
        Execution held = describe(id);
        assertThat(held.state().ownership()).isEqualTo(OwnershipState.LEASE_EXPIRED_RECLAIMABLE);
        assertThat(held.state().isConsistent()).isTrue();
        assertThat(held.publicState()).isEqualTo(PublicState.ACTIVE);
        assertThat(held.lease()).isEmpty();
        assertThat(held.attempts().reclaims()).isZero();
        assertThat(await(executions().claim(aClaim()))).isEmpty();
        refusal(executions().complete(handle, Payload.none()));

        clock().advance(Duration.ofSeconds(59));
        assertThat(await(node.reconcilers().pass(Reconcilers.LEASE_EXPIRY)).scanned())
                .isZero();
        clock().advance(Duration.ofSeconds(1));
        assertThat(await(node.reconcilers().pass(Reconcilers.LEASE_EXPIRY)).changed())
                .isEqualTo(1);
        assertThat(describe(id).attempts().reclaims()).isEqualTo(1);
        assertThat(leaseEventsOf(id)).hasSize(2);
        assertThat(claimedBy(aClaim()).handle().kind()).isEqualTo(HandleKind.RESUMED);
        awaitEmpty(node.close());
    }

    @Test
    @DisplayName("what is kept for reclaims can be cancelled, and its deadline still counts")
    default void endsWhileKept() {
        Engine node = anotherNode(Duration.ofHours(1), 500);
        Handle cancelled = givenRunning();
        Handle expired = givenRunning(aSubmit().deadline(Duration.ofMinutes(10)));
        clock().advance(LEASE);
        await(node.reconcilers().pass(Reconcilers.LEASE_EXPIRY));

        await(scope().operator().cancel(cancelled.executionId(), ORDER));
        clock().advance(Duration.ofMinutes(10));
        await(node.reconcilers().pass(Reconcilers.EXECUTION_DEADLINE));

        assertThat(stateOf(cancelled.executionId())).isEqualTo(PublicState.CANCELLED);
        assertThat(stateOf(expired.executionId())).isEqualTo(PublicState.EXPIRED);
        assertThat(attemptsOf(cancelled.executionId()).get(0).endedAt()).isPresent();
        assertThat(attemptsOf(expired.executionId()).get(0).endedAt()).isPresent();
        awaitEmpty(node.close());
    }

    @Test
    @DisplayName("a lapse against a late completion: one of them counts")
    default void lapseAgainstCompletion() {
        List<Handle> handles =
                IntStream.range(0, 40).mapToObj(n -> givenRunning()).toList();
        clock().advance(LEASE.minusMillis(1));
        Mono<Void> completions = Flux.fromIterable(handles)
                .flatMap(handle -> executions()
                        .complete(handle, Payload.none())
                        .onErrorResume(LeaseExpiredException.class, lost -> Mono.empty()))
                .then();
        Mono<Void> lapse = Mono.fromRunnable(() -> clock().advance(Duration.ofMillis(1)))
                .then(Flux.range(0, 5)
                        .concatMap(n -> engine().reconcilers().pass(Reconcilers.LEASE_EXPIRY))
                        .then());
        await(Mono.when(completions, lapse).thenReturn(true));
        pass(Reconcilers.LEASE_EXPIRY);

        for (Handle handle : handles) {
            boolean completed = stateOf(handle.executionId()) == PublicState.COMPLETED;
            assertThat(completionsOf(handle.executionId())).hasSize(completed ? 1 : 0);
            assertThat(leaseEventsOf(handle.executionId())).hasSize(2);
        }
    }
}
