package io.fluxfabric.engine.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.error.ErrorCode;
import io.fluxfabric.engine.error.NotFoundException;
import io.fluxfabric.engine.execution.Claimed;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.id.WorkerIdentity;
import io.fluxfabric.engine.lease.Handle;
import io.fluxfabric.engine.lease.HandleKind;
import io.fluxfabric.engine.reclaim.IssueReclaimGrant;
import io.fluxfabric.engine.reclaim.NotReclaimableReason;
import io.fluxfabric.engine.reclaim.ReclaimExecution;
import io.fluxfabric.engine.reclaim.ReclaimGrant;
import io.fluxfabric.engine.reclaim.ReclaimGrantOutcome;
import io.fluxfabric.engine.reclaim.ReclaimOutcome;
import io.fluxfabric.engine.reclaim.Reclaims;
import io.fluxfabric.engine.state.OwnershipState;
import io.fluxfabric.engine.state.PublicState;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

/** Who is granted the right to take over from a lost holder. */
public interface ReclaimGrantContract extends ReclaimFixture {

    @Test
    @DisplayName("RCL-001 what is kept for reclaims is granted, until a time by the database's clock (RCL-006)")
    default void granted() {
        ExecutionId id = givenHeld(aSubmit()).executionId();

        ReclaimGrant grant = givenGrant(id);

        assertThat(grant.executionId()).isEqualTo(id);
        assertThat(grant.worker()).isEqualTo(BERT);
        assertThat(grant.lane().value()).isEqualTo(LANE);
        assertThat(grant.key().value()).isNotEmpty();
        assertThat(grant.expiresAt()).isEqualTo(clock().now().plus(GRANT));
        assertThat(describe(id).state().ownership()).isEqualTo(OwnershipState.LEASE_EXPIRED_RECLAIMABLE);
    }

    @Test
    @DisplayName("a lease that lapsed is granted before anybody has cleared up, from its very end on")
    default void lapsed() {
        Handle handle = givenRunning();
        clock().advance(LEASE.minusMillis(1));
        notReclaimable(asked(handle.executionId()), NotReclaimableReason.LEASE_STILL_LIVE, "leased");
        clock().advance(Duration.ofMillis(1));

        assertThat(asked(handle.executionId())).isInstanceOf(ReclaimGrantOutcome.Granted.class);
    }

    @Test
    @DisplayName("RCL-002 a live lease is not reclaimable, and that is an answer")
    default void live() {
        ExecutionId id = givenRunning().executionId();

        notReclaimable(
                asked(id), NotReclaimableReason.LEASE_STILL_LIVE, "lifecycle_phase=active", "ownership_state=leased");
    }

    @Test
    @DisplayName("what waits, is delayed or is over is not reclaimable")
    default void notActive() {
        Handle over = givenRunning();
        await(executions().complete(over));
        ExecutionId delayed = given(aSubmit().delay(Duration.ofHours(1)));
        ExecutionId waiting = givenWaiting();

        for (ExecutionId id : List.of(over.executionId(), delayed, waiting)) {
            notReclaimable(asked(id), NotReclaimableReason.NOT_ACTIVE, "lifecycle_phase=");
        }
    }

    @Test
    @DisplayName("RCL-003 what is active without its lease, because that was revoked, is granted and taken over")
    default void revoked() {
        ExecutionId id = givenRunning().executionId();
        forceRevoked(id);

        Claimed claimed = takenOver(id);

        assertThat(claimed.handle().kind()).isEqualTo(HandleKind.RECLAIMED);
        await(executions().complete(claimed.handle()));
    }

    @Test
    @DisplayName("RCL-004 at the cap no grant is given, the stored count is told, and nothing changes yet")
    default void capAtIssue() {
        ExecutionId id = givenHeld(aSubmit().policy(policy -> policy.withMaxReclaims(1000)))
                .executionId();
        forceReclaims(id, 1000);

        assertThat(asked(id)).isEqualTo(new ReclaimGrantOutcome.ReclaimCapExceeded(id, 1000));
        assertThat(stateOf(id)).isEqualTo(PublicState.ACTIVE);
        assertThat(completionsOf(id)).isEmpty();
        forceReclaims(id, 999);
        assertThat(asked(id)).isInstanceOf(ReclaimGrantOutcome.Granted.class);
    }

    @Test
    @DisplayName(
            "RCL-005 an unknown execution, or another namespace's, is NotFound; an unknown partition is invalid (RCL-022)")
    default void unknown() {
        ExecutionId elsewhere = givenLapsed().executionId();
        Reclaims other = engine().namespace(scope().namespace() + "-b").reclaims();

        assertThat(refusal(reclaims().issueGrant(aGrantOf(ExecutionId.of(1, UUID.randomUUID())))))
                .isInstanceOf(NotFoundException.class);
        assertThat(refusal(other.issueGrant(aGrantOf(elsewhere)))).isInstanceOf(NotFoundException.class);
        ReclaimGrant grant = givenGrant(elsewhere);
        assertThat(refusal(other.reclaim(ReclaimExecution.with(grant).as(BERT))))
                .isInstanceOf(NotFoundException.class);
        assertThat(refusal(reclaims().issueGrant(aGrantOf(ExecutionId.of(65535, UUID.randomUUID()))))
                        .code())
                .isEqualTo(ErrorCode.INVALID_INPUT);
        assertThat(refusal(Mono.fromSupplier(() -> ExecutionId.parse("{fp:-1}:" + UUID.randomUUID())))
                        .code())
                .isEqualTo(ErrorCode.INVALID_INPUT);
    }

    @Test
    @DisplayName("RCL-007 (target) a worker that lacks something is answered what, and others can still take over")
    default void missingCapability() {
        ExecutionId id = givenHeld(aSubmit().requires("gpu", "cuda")).executionId();

        notReclaimable(
                await(reclaims().issueGrant(aGrantOf(id).offers("cpu"))),
                NotReclaimableReason.MISSING_CAPABILITY,
                "cuda,gpu");
        assertThat(describe(id).state().ownership()).isEqualTo(OwnershipState.LEASE_EXPIRED_RECLAIMABLE);
        assertThat(await(reclaims().issueGrant(aGrantOf(id).offers("gpu", "cuda"))))
                .isInstanceOf(ReclaimGrantOutcome.Granted.class);
    }

    @Test
    @DisplayName("a second grant while the first lives is refused; when it has expired another worker may have one")
    default void oneGrant() {
        ExecutionId id = givenLapsed().executionId();
        ReclaimGrant first = givenGrant(id);
        WorkerIdentity carla = WorkerIdentity.of("carla", "carla-1");

        assertThat(refusal(reclaims().issueGrant(IssueReclaimGrant.of(id).to(carla)))
                        .code())
                .isEqualTo(ErrorCode.GRANT_ALREADY_EXISTS);
        clock().advance(GRANT);
        ReclaimGrantOutcome second =
                await(reclaims().issueGrant(IssueReclaimGrant.of(id).to(carla)));
        assertThat(second).isInstanceOf(ReclaimGrantOutcome.Granted.class);
        assertThat(reclaimed(first)).isEqualTo(new ReclaimOutcome.GrantNotFound(id));
    }
}
