package io.fluxfabric.engine.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.error.ErrorCode;
import io.fluxfabric.engine.error.StateException;
import io.fluxfabric.engine.event.CompletionEvent;
import io.fluxfabric.engine.execution.Attempt;
import io.fluxfabric.engine.execution.Claimed;
import io.fluxfabric.engine.execution.Execution;
import io.fluxfabric.engine.execution.FailOutcome;
import io.fluxfabric.engine.execution.Submit;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.lease.Handle;
import io.fluxfabric.engine.operator.Replayed;
import io.fluxfabric.engine.payload.Payload;
import io.fluxfabric.engine.policy.Failure;
import io.fluxfabric.engine.policy.Retry;
import io.fluxfabric.engine.reconcile.Reconcilers;
import io.fluxfabric.engine.state.AttemptType;
import io.fluxfabric.engine.state.PublicState;
import io.fluxfabric.engine.state.TerminalOutcome;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;

/** What running an ended execution once more promises. */
public interface ReplayContract extends EngineFixture {

    default Replayed replay(ExecutionId id) {
        return await(scope().operator().replay(id, ORDER));
    }

    /** An execution that ran and ended well. */
    default ExecutionId givenCompleted(Submit submit) {
        Handle handle = givenRunning(submit);
        await(executions().complete(handle, Payload.text("first")));
        return handle.executionId();
    }

    @Test
    @DisplayName("a replayed execution waits again, and its next attempt is a new one; the old one stays as it was")
    default void replays() {
        ExecutionId id = givenCompleted(aSubmit());
        Attempt old = attemptsOf(id).get(0);

        assertThat(replay(id)).isEqualTo(new Replayed(id, PublicState.WAITING, 1));

        Execution waiting = describe(id);
        assertThat(waiting.state().isConsistent()).isTrue();
        assertThat(waiting.times().terminalAt()).isEmpty();
        Claimed again = claimedBy(aClaim());
        assertThat(again.attemptType()).isEqualTo(AttemptType.REPLAY);
        assertThat(again.handle().fence().attemptIndex()).isEqualTo(1);
        await(executions().complete(again.handle(), Payload.text("second")));
        assertThat(attemptsOf(id)).hasSize(2).first().isEqualTo(old);
        assertThat(attemptsOf(id).stream().map(Attempt::result))
                .containsExactly(Payload.text("first"), Payload.text("second"));
        assertThat(await(executions().result(id))).isEqualTo(Payload.text("second"));
    }

    @Test
    @DisplayName("every end has its completion event, and a replay by itself has none")
    default void oneCompletionPerEnd() {
        ExecutionId id = givenCompleted(aSubmit());
        replay(id);
        assertThat(completionsOf(id)).hasSize(1);

        await(scope().operator().cancel(id, ORDER));

        assertThat(completionsOf(id).stream().map(CompletionEvent::outcome))
                .containsExactly(TerminalOutcome.SUCCESS, TerminalOutcome.CANCELLED);
    }

    @Test
    @DisplayName("the event of a replay tells who, why and after which end")
    default void tellsWhy() {
        ExecutionId id = givenCompleted(aSubmit());
        replay(id);

        assertThat(operatorEventsOf(id)).singleElement().satisfies(event -> {
            assertThat(event.type()).isEqualTo("replayed");
            assertThat(event.actor()).isEqualTo(ORDER.actor());
            assertThat(event.reason()).contains(ORDER.reason());
            assertThat(event.details()).containsEntry("outcome", "success").containsEntry("replays", "1");
        });
    }

    @Test
    @DisplayName("OPR-016 what has not ended cannot be replayed")
    default void refusesWhatRuns() {
        ExecutionId id = givenWaiting();

        assertThat(refusal(scope().operator().replay(id, ORDER)).code()).isEqualTo(ErrorCode.EXECUTION_NOT_TERMINAL);
        assertThat(stateOf(id)).isEqualTo(PublicState.WAITING);
    }

    @Test
    @DisplayName("an execution is replayed as often as its policy allows")
    default void capped() {
        ExecutionId id = givenCompleted(aSubmit().policy(policy -> policy.withMaxReplays(1)));
        replay(id);
        await(scope().operator().cancel(id, ORDER));

        assertThat(refusal(scope().operator().replay(id, ORDER)).code()).isEqualTo(ErrorCode.MAX_REPLAYS_EXHAUSTED);
        assertThat(stateOf(id)).isEqualTo(PublicState.CANCELLED);
        assertThat(describe(id).attempts().replays()).isEqualTo(1);
    }

    @Test
    @DisplayName("a cancelled execution that never ran can be replayed, and nothing of the cancellation is left")
    default void replaysACancelledOne() {
        ExecutionId id = givenWaiting();
        await(scope().operator().cancel(id, ORDER));

        replay(id);

        assertThat(describe(id).cancellation()).isEmpty();
        assertThat(claimedBy(aClaim()).handle().fence().attemptIndex()).isZero();
    }

    @Test
    @DisplayName("retries and losses are counted from zero again")
    default void freshCounts() {
        Retry once = Retry.fixed(Duration.ofMinutes(1)).max(1);
        Handle handle = givenRunning(aSubmit().retry(once));
        ExecutionId id = handle.executionId();
        await(executions().fail(handle, Failure.transientFailure("one")));
        clock().advance(Duration.ofMinutes(1));
        await(engine().reconcilers().pass(Reconcilers.DELAYED_PROMOTION));
        claimedBy(aClaim());
        clock().advance(Duration.ofSeconds(30));
        await(engine().reconcilers().pass(Reconcilers.LEASE_EXPIRY));
        await(executions().fail(claimedBy(aClaim()).handle(), Failure.transientFailure("two")));
        assertThat(describe(id).attempts().reclaims()).isEqualTo(1);
        assertThat(stateOf(id)).isEqualTo(PublicState.FAILED);

        replay(id);

        assertThat(describe(id).attempts().retries()).isZero();
        assertThat(describe(id).attempts().reclaims()).isZero();
        assertThat(describe(id).failure()).isEmpty();
        assertThat(await(executions().fail(claimedBy(aClaim()).handle(), Failure.transientFailure("three")))
                        .kind())
                .isEqualTo(FailOutcome.Kind.RETRY_SCHEDULED);
    }

    @Test
    @DisplayName("no handle from before a replay fits afterwards")
    default void fencesOldHandles() {
        Handle handle = givenRunning();
        await(scope().operator().cancel(handle.executionId(), ORDER));
        replay(handle.executionId());

        assertThat(refusal(executions().complete(handle, Payload.none()))).isInstanceOf(StateException.class);
        claimedBy(aClaim().as(BERT));
        assertThat(refusal(executions().complete(handle, Payload.none()))).isInstanceOf(StateException.class);
        assertThat(refusal(scope().leases().renew(handle))).isInstanceOf(StateException.class);
    }

    @Test
    @DisplayName("the time the policy gives begins anew, so an expired execution does not expire at once")
    default void deadlineOfThePolicy() {
        ExecutionId id = given(aSubmit().policy(policy -> policy.withExecutionDeadline(Duration.ofHours(1))));
        expire(Duration.ofHours(2));
        assertThat(stateOf(id)).isEqualTo(PublicState.EXPIRED);

        replay(id);
        expire(Duration.ZERO);

        assertThat(stateOf(id)).isEqualTo(PublicState.WAITING);
        assertThat(describe(id).times().deadline()).contains(clock().now().plus(Duration.ofHours(1)));
    }

    @Test
    @DisplayName("a deadline of its own is kept while it lies ahead, and dropped when it has passed")
    default void deadlineOfItsOwn() {
        Instant deadline = clock().now().plus(Duration.ofHours(1));
        ExecutionId id = given(aSubmit().deadline(deadline));
        await(scope().operator().cancel(id, ORDER));
        replay(id);
        assertThat(describe(id).times().deadline()).contains(deadline);

        expire(Duration.ofHours(1));
        assertThat(stateOf(id)).isEqualTo(PublicState.EXPIRED);
        replay(id);
        assertThat(describe(id).times().deadline()).isEmpty();
        expire(Duration.ofDays(1));
        assertThat(stateOf(id)).isEqualTo(PublicState.WAITING);
    }

    private void expire(Duration later) {
        clock().advance(later);
        await(engine().reconcilers().pass(Reconcilers.EXECUTION_DEADLINE));
    }

    @Test
    @DisplayName("each of many replays at once is either done or refused, and the cap holds")
    default void replaysRace() {
        ExecutionId id = givenCompleted(aSubmit());

        List<Boolean> done = await(Flux.range(0, 20)
                .flatMap(n -> scope().operator()
                        .replay(id, ORDER)
                        .map(replayed -> true)
                        .onErrorReturn(StateException.class, false)));

        assertThat(done).filteredOn(one -> one).hasSize(1);
        assertThat(describe(id).attempts().replays()).isEqualTo(1);
    }
}
