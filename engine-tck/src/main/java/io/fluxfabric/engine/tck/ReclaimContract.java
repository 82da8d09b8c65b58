package io.fluxfabric.engine.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.error.EngineException;
import io.fluxfabric.engine.error.ErrorCode;
import io.fluxfabric.engine.event.LeaseEvent;
import io.fluxfabric.engine.execution.Attempt;
import io.fluxfabric.engine.execution.Claimed;
import io.fluxfabric.engine.execution.Execution;
import io.fluxfabric.engine.execution.Progress;
import io.fluxfabric.engine.grant.ClaimGrant;
import io.fluxfabric.engine.grant.GrantKey;
import io.fluxfabric.engine.grant.IssueClaimGrant;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.id.LeaseId;
import io.fluxfabric.engine.id.WorkerIdentity;
import io.fluxfabric.engine.lease.Handle;
import io.fluxfabric.engine.lease.HandleKind;
import io.fluxfabric.engine.payload.Payload;
import io.fluxfabric.engine.reclaim.ReclaimExecution;
import io.fluxfabric.engine.reclaim.ReclaimGrant;
import io.fluxfabric.engine.reclaim.ReclaimOutcome;
import io.fluxfabric.engine.state.AttemptLifecycle;
import io.fluxfabric.engine.state.AttemptOutcome;
import io.fluxfabric.engine.state.AttemptType;
import io.fluxfabric.engine.state.OwnershipState;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What taking over does, and who cannot. */
public interface ReclaimContract extends ReclaimFixture {

    @Test
    @DisplayName(
            "RCL-008, RCL-009, RCL-021 a new attempt takes over, the lost one is interrupted_reclaimed, the holder is another")
    default void takesOver() {
        Handle lost = givenRunning(aSubmit().payload(Payload.text("work")));
        await(executions().progress(lost, Progress.percent(50)).thenReturn(true));
        clock().advance(LEASE);
        ExecutionId id = lost.executionId();

        Claimed claimed = takenOver(id);

        assertThat(claimed.handle().kind()).isEqualTo(HandleKind.RECLAIMED);
        assertThat(claimed.attemptType()).isEqualTo(AttemptType.RECLAIM);
        assertThat(claimed.payload()).isEqualTo(Payload.text("work"));
        assertThat(claimed.leaseExpiresAt()).isEqualTo(clock().now().plus(LEASE));
        assertThat(claimed.handle().fence().attemptIndex()).isEqualTo(1);
        assertThat(claimed.handle().fence().epoch()).isEqualTo(lost.fence().epoch() + 1);
        Execution stored = describe(id);
        assertThat(stored.state().isConsistent()).isTrue();
        assertThat(stored.state().ownership()).isEqualTo(OwnershipState.LEASED);
        assertThat(stored.attempts().reclaims()).isEqualTo(1);
        assertThat(stored.attempts().total()).isEqualTo(2);
        assertThat(stored.lease().orElseThrow().holder()).isEqualTo(BERT);
        assertThat(stored.progress()).isEmpty();
        List<Attempt> attempts = attemptsOf(id);
        assertThat(attempts.get(0).lifecycle()).isEqualTo(AttemptLifecycle.INTERRUPTED_RECLAIMED);
        assertThat(attempts.get(0).outcome()).contains(AttemptOutcome.INTERRUPTED_RECLAIMED);
        assertThat(attempts.get(0).endedAt()).contains(clock().now());
        assertThat(attempts.get(1).type()).isEqualTo(AttemptType.RECLAIM);
        assertThat(attempts.get(1).previousIndex()).contains(0);
        assertThat(attempts.get(1).worker()).isEqualTo(BERT);
        assertThat(leaseEventsOf(id))
                .extracting(LeaseEvent::type)
                .containsExactly(LeaseEvent.Type.ACQUIRED, LeaseEvent.Type.RECLAIMED);
        await(executions().complete(claimed.handle(), Payload.text("done")));
        assertThat(completionsOf(id)).hasSize(1);
    }

    @Test
    @DisplayName("the lost holder is fenced: LeaseExpired while nobody has taken over, StaleLease afterwards")
    default void fenced() {
        Handle lost = givenLapsed();
        givenGrantAndRefuse(lost);

        Handle held = givenHeld(aSubmit());
        givenGrantAndRefuse(held);
    }

    @Test
    @DisplayName("RCL-010 epochs grow with every reclaim, swept or not")
    default void epochs() {
        Handle first = givenHeld(aSubmit());
        ExecutionId id = first.executionId();
        Handle second = takenOver(id).handle();
        clock().advance(LEASE);
        Handle third = takenOver(id).handle();

        assertThat(Stream.of(first, second, third).map(handle -> handle.fence().attemptIndex()))
                .containsExactly(0, 1, 2);
        assertThat(second.fence().epoch()).isGreaterThan(first.fence().epoch());
        assertThat(third.fence().epoch()).isEqualTo(second.fence().epoch() + 1);
        assertThat(describe(id).attempts().reclaims()).isEqualTo(2);
        assertThat(attemptsOf(id).stream().map(Attempt::epoch)).isSorted().doesNotHaveDuplicates();
    }

    @Test
    @DisplayName("RCL-011 another worker cannot use the grant, and it stays good")
    default void otherWorker() {
        ExecutionId id = givenLapsed().executionId();
        ReclaimGrant grant = givenGrant(id);

        EngineException refusal =
                refusal(reclaims().reclaim(ReclaimExecution.with(grant).as(WorkerIdentity.of("mallory", "bert-1"))));

        assertThat(refusal.code()).isEqualTo(ErrorCode.INVALID_INPUT);
        assertThat(describe(id).attempts().total()).isEqualTo(1);
        assertThat(reclaimed(grant)).isInstanceOf(ReclaimOutcome.Claimed.class);
    }

    @Test
    @DisplayName("who can write to the table of grants but does not have the key can give none away")
    default void tampered() {
        ReclaimGrant grant = givenGrant(givenLapsed().executionId());
        forceGrantee(grant.executionId(), "mallory");

        assertThat(await(reclaims().reclaim(ReclaimExecution.with(grant).as(WorkerIdentity.of("mallory", "m-1")))))
                .isEqualTo(new ReclaimOutcome.GrantNotFound(grant.executionId()));
    }

    @Test
    @DisplayName("another instance of the worker can use it, and holds the lease under its own name")
    default void otherInstance() {
        ReclaimGrant grant = givenGrant(givenLapsed().executionId());
        WorkerIdentity restarted = WorkerIdentity.of("bert", "bert-2");

        ReclaimOutcome outcome =
                await(reclaims().reclaim(ReclaimExecution.with(grant).as(restarted)));

        assertThat(((ReclaimOutcome.Claimed) outcome).handle().worker()).isEqualTo(restarted);
        assertThat(describe(grant.executionId()).lease().orElseThrow().holder()).isEqualTo(restarted);
    }

    @Test
    @DisplayName("RCL-012 without a grant, with one that expired, was used, altered or is for claims: GrantNotFound")
    default void grantNotFound() {
        ExecutionId id = givenLapsed().executionId();
        ReclaimGrant expired = givenGrant(id);
        clock().advance(GRANT);
        assertThat(reclaimed(expired)).isEqualTo(new ReclaimOutcome.GrantNotFound(id));

        ReclaimGrant grant = givenGrant(id);
        String text = grant.key().value();
        String last = text.substring(text.length() - 1);
        for (String forged : List.of(
                text.substring(0, text.length() - 1) + (last.equals("0") ? "1" : "0"),
                text.replace("ff:reclaim", "ff:claim"))) {
            assertThat(await(reclaims()
                            .reclaim(ReclaimExecution.with(GrantKey.of(forged)).as(BERT))))
                    .isEqualTo(new ReclaimOutcome.GrantNotFound(id));
        }
        ClaimGrant claim =
                await(scope().grants().issue(IssueClaimGrant.of(givenWaiting()).to(BERT)));
        assertThat(await(reclaims().reclaim(ReclaimExecution.with(claim.key()).as(BERT))))
                .isEqualTo(new ReclaimOutcome.GrantNotFound(claim.executionId()));

        assertThat(reclaimed(grant)).isInstanceOf(ReclaimOutcome.Claimed.class);
        clock().advance(LEASE);
        assertThat(reclaimed(grant)).isEqualTo(new ReclaimOutcome.GrantNotFound(id));
    }

    @Test
    @DisplayName("a key that was replaced without a grace takes its reclaim grants with it")
    default void keyGone() {
        ReclaimGrant grant = givenGrant(givenLapsed().executionId());
        await(engine().rotateSigningKey(Duration.ZERO));

        assertThat(reclaimed(grant)).isEqualTo(new ReclaimOutcome.GrantNotFound(grant.executionId()));
    }

    @Test
    @DisplayName("RCL-017, RCL-018 (target) the lease id is the caller's, attempt and epoch are the database's")
    default void ids() {
        Handle lost = givenLapsed();
        LeaseId lease = LeaseId.random();

        ReclaimOutcome outcome = await(reclaims()
                .reclaim(ReclaimExecution.with(givenGrant(lost.executionId()))
                        .as(BERT)
                        .leaseId(lease)));

        Handle handle = ((ReclaimOutcome.Claimed) outcome).handle();
        assertThat(handle.fence().leaseId()).isEqualTo(lease);
        assertThat(handle.fence().epoch()).isGreaterThan(lost.fence().epoch());
        assertThat(handle.fence().attemptId()).isNotEqualTo(lost.fence().attemptId());
        assertThat(attemptsOf(lost.executionId()).get(1).id())
                .isEqualTo(handle.fence().attemptId());
    }
}
