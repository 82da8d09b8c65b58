package io.fluxfabric.engine.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.error.EngineException;
import io.fluxfabric.engine.error.ErrorCode;
import io.fluxfabric.engine.error.NotFoundException;
import io.fluxfabric.engine.event.LeaseEvent;
import io.fluxfabric.engine.execution.Claimed;
import io.fluxfabric.engine.execution.Execution;
import io.fluxfabric.engine.grant.ClaimForWorker;
import io.fluxfabric.engine.grant.ClaimGrant;
import io.fluxfabric.engine.grant.ConsumeGrant;
import io.fluxfabric.engine.grant.Grants;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.lease.Handle;
import io.fluxfabric.engine.lease.HandleKind;
import io.fluxfabric.engine.state.AttemptState;
import io.fluxfabric.engine.state.AttemptType;
import io.fluxfabric.engine.state.BlockingReason;
import io.fluxfabric.engine.state.EligibilityState;
import io.fluxfabric.engine.state.PublicState;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

/** Who gets a claim grant, and what it does to others. */
public interface GrantContract extends GrantFixture {

    @Test
    @DisplayName("LSE-013, SDK-004 a grant is claimed with, and gives a handle that completes")
    default void consumes() {
        ExecutionId id = given(aSubmit().priority(7));
        ClaimGrant grant = givenGrant(id);
        assertThat(grant.executionId()).isEqualTo(id);
        assertThat(grant.worker()).isEqualTo(ANNA);
        assertThat(grant.expiresAt()).isEqualTo(clock().now().plus(GRANT));

        Claimed claimed = await(grants().claim(ConsumeGrant.of(grant).lease(Duration.ofSeconds(10))));

        assertThat(claimed.executionId()).isEqualTo(id);
        assertThat(claimed.handle().kind()).isEqualTo(HandleKind.FRESH);
        assertThat(claimed.handle().worker()).isEqualTo(ANNA);
        assertThat(claimed.handle().fence().epoch()).isEqualTo(1);
        assertThat(claimed.attemptType()).isEqualTo(AttemptType.INITIAL);
        assertThat(claimed.leaseExpiresAt()).isEqualTo(clock().now().plusSeconds(10));
        assertThat(leaseEventsOf(id))
                .singleElement()
                .satisfies(event -> assertThat(event.type()).isEqualTo(LeaseEvent.Type.ACQUIRED));
        await(executions().complete(claimed.handle()));
        assertThat(stateOf(id)).isEqualTo(PublicState.COMPLETED);
    }

    @Test
    @DisplayName(
            "EXE-032 (target) a grant changes nothing but who may claim: it stays eligible, waiting for its first attempt")
    default void staysEligible() {
        ExecutionId id = givenWaiting();
        Execution before = describe(id);
        givenGrant(id);

        Execution after = describe(id);
        assertThat(after.state()).isEqualTo(before.state());
        assertThat(after.state().eligibility()).isEqualTo(EligibilityState.ELIGIBLE_NOW);
        assertThat(after.state().attempt()).isEqualTo(AttemptState.PENDING_FIRST_ATTEMPT);
        assertThat(after.times().lastTransitionAt()).isEqualTo(before.times().lastTransitionAt());
    }

    @Test
    @DisplayName("EXE-045 what is granted is offered to nobody else")
    default void reserved() {
        ExecutionId granted = givenWaiting();
        ClaimGrant grant = await(grants().claimForWorker(forAnna()));
        assertThat(grant.executionId()).isEqualTo(granted);

        assertThat(await(executions().claim(aClaim().as(BERT)))).isEmpty();
        assertThat(await(executions().claim(aClaim().as(ANNA)))).isEmpty();
        awaitEmpty(grants().claimForWorker(forAnna()));
        assertThat(await(grants().claim(ConsumeGrant.of(grant))).executionId()).isEqualTo(granted);
    }

    @Test
    @DisplayName("EXE-046 grants are given by priority, then age; then there are none")
    default void bestFirst() {
        ExecutionId last = given(aSubmit().priority(1));
        ExecutionId first = given(aSubmit().priority(10));
        clock().advance(Duration.ofMillis(1));
        ExecutionId second = given(aSubmit().priority(5));

        for (ExecutionId expected : List.of(first, second, last)) {
            ClaimGrant grant = await(grants().claimForWorker(forAnna()));
            assertThat(grant.executionId()).isEqualTo(expected);
            await(grants().claim(ConsumeGrant.of(grant)));
        }
        awaitEmpty(grants().claimForWorker(forAnna()));
    }

    @Test
    @DisplayName("EXE-050 (target) what a worker cannot run is passed over and stays eligible for others")
    default void passesOver() {
        ExecutionId gpu = given(aSubmit().priority(9).requires("gpu"));
        awaitEmpty(grants().claimForWorker(forAnna().offers("cpu")));
        ExecutionId plain = givenWaiting();

        assertThat(await(grants().claimForWorker(forAnna().offers("cpu"))).executionId())
                .isEqualTo(plain);
        assertThat(describe(gpu).state().eligibility()).isEqualTo(EligibilityState.ELIGIBLE_NOW);
        assertThat(await(grants().claimForWorker(forAnna().offers("cpu", "gpu")))
                        .executionId())
                .isEqualTo(gpu);
    }

    @Test
    @DisplayName("an unknown, an empty and a paused lane have no work, and another namespace's work is not seen")
    default void noWork() {
        awaitEmpty(grants().claimForWorker(ClaimForWorker.lane("never-heard-of").as(ANNA)));
        ExecutionId id = givenWaiting();
        awaitEmpty(engine().namespace(scope().namespace() + "-b").grants().claimForWorker(forAnna()));
        await(scope().lanes().pause(LANE, ORDER));
        awaitEmpty(grants().claimForWorker(forAnna()));
        assertThat(refusal(grants().issue(aGrantOf(id))).code()).isEqualTo(ErrorCode.EXECUTION_NOT_ELIGIBLE);
        await(scope().lanes().resume(LANE, ORDER));
        assertThat(givenGrant(id).executionId()).isEqualTo(id);
    }

    @Test
    @DisplayName("LSE-027 a grant for an unknown execution, or one of another namespace, is NotFound")
    default void unknown() {
        ExecutionId elsewhere = givenWaiting();
        Grants other = engine().namespace(scope().namespace() + "-b").grants();
        for (Mono<?> call : List.of(
                grants().issue(aGrantOf(ExecutionId.of(7, UUID.randomUUID()))),
                other.issue(aGrantOf(elsewhere)),
                other.claim(ConsumeGrant.of(givenGrant(elsewhere))))) {
            assertThat(refusal(call)).isInstanceOf(NotFoundException.class);
        }
    }

    @Test
    @DisplayName("LSE-028 a worker that lacks something is told what, sorted, and the execution stays eligible")
    default void capabilityMismatch() {
        ExecutionId id = given(aSubmit().requires("b", "a", "c"));

        EngineException refusal = refusal(grants().issue(aGrantOf(id).offers("b")));

        assertThat(refusal.code()).isEqualTo(ErrorCode.CAPABILITY_MISMATCH);
        assertThat(refusal.details()).containsEntry("missing", "a,c");
        stillWaiting(id);
        assertThat(await(grants().issue(aGrantOf(id).offers("a", "b", "c", "d")))
                        .executionId())
                .isEqualTo(id);
    }

    @Test
    @DisplayName("the gates of a grant come in their order: not eligible, already granted, capabilities")
    default void gates() {
        ExecutionId id = given(aSubmit().requires("gpu"));
        await(grants().issue(aGrantOf(id).offers("gpu")));
        assertThat(refusal(grants().issue(aGrantOf(id))).code()).isEqualTo(ErrorCode.GRANT_ALREADY_EXISTS);
        awaitEmpty(scope().operator().block(id, BlockingReason.PAUSED_BY_OPERATOR, "", ORDER));
        assertThat(refusal(grants().issue(aGrantOf(id))).code()).isEqualTo(ErrorCode.EXECUTION_NOT_ELIGIBLE);
    }

    @Test
    @DisplayName("LSE-022 (target) what is running, delayed, blocked or over cannot be granted")
    default void notEligible() {
        Handle running = givenRunning();
        Handle over = givenRunning();
        await(executions().complete(over));
        ExecutionId blocked = givenWaiting();
        awaitEmpty(scope().operator().block(blocked, BlockingReason.WAITING_FOR_QUOTA, "", ORDER));
        ExecutionId delayed = given(aSubmit().delay(Duration.ofHours(1)));

        for (ExecutionId id : List.of(running.executionId(), over.executionId(), blocked, delayed)) {
            assertThat(refusal(grants().issue(aGrantOf(id))).code()).isEqualTo(ErrorCode.EXECUTION_NOT_ELIGIBLE);
        }
    }
}
