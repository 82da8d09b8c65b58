package io.fluxfabric.engine.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.error.ErrorCode;
import io.fluxfabric.engine.error.ExecutionNotActiveException;
import io.fluxfabric.engine.error.NotFoundException;
import io.fluxfabric.engine.event.CompletionEvent;
import io.fluxfabric.engine.event.LeaseEvent;
import io.fluxfabric.engine.execution.Attempt;
import io.fluxfabric.engine.execution.Cancelled;
import io.fluxfabric.engine.execution.Execution;
import io.fluxfabric.engine.execution.Execution.Cancellation;
import io.fluxfabric.engine.execution.Moment;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.lease.Handle;
import io.fluxfabric.engine.operator.Order;
import io.fluxfabric.engine.payload.Payload;
import io.fluxfabric.engine.policy.Failure;
import io.fluxfabric.engine.policy.Retry;
import io.fluxfabric.engine.state.AttemptLifecycle;
import io.fluxfabric.engine.state.AttemptOutcome;
import io.fluxfabric.engine.state.AttemptState;
import io.fluxfabric.engine.state.BlockingReason;
import io.fluxfabric.engine.state.LifecyclePhase;
import io.fluxfabric.engine.state.PublicState;
import io.fluxfabric.engine.state.TerminalOutcome;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import reactor.core.publisher.Mono;

/** What an operator's cancel promises. */
public interface CancelContract extends EngineFixture {

    default Mono<Cancelled> cancel(ExecutionId id) {
        return scope().operator().cancel(id, ORDER);
    }

    @Test
    @DisplayName("OPR-001 (target) cancelling a running execution fences its holder, and says so in events")
    default void cancelsARunningOne() {
        Handle handle = givenRunning();
        ExecutionId id = handle.executionId();
        clock().advance(Duration.ofSeconds(1));

        assertThat(await(cancel(id))).isEqualTo(new Cancelled(id, clock().now()));

        Execution stored = describe(id);
        assertThat(stored.publicState()).isEqualTo(PublicState.CANCELLED);
        assertThat(stored.lease()).isEmpty();
        assertThat(stored.cancellation())
                .contains(new Cancellation(Optional.of(ORDER.actor()), Optional.of(ORDER.reason())));
        assertThat(leaseEventsOf(id).stream().map(LeaseEvent::type))
                .containsExactly(LeaseEvent.Type.ACQUIRED, LeaseEvent.Type.REVOKED);
        assertThat(leaseEventsOf(id).get(1).epoch()).isEqualTo(handle.fence().epoch() + 1);
        assertThat(completionsOf(id)).singleElement().satisfies(this::isTheCancellation);
        assertThat(operatorEventsOf(id)).singleElement().satisfies(event -> {
            assertThat(event.type()).isEqualTo("cancelled");
            assertThat(event.actor()).isEqualTo(ORDER.actor());
            assertThat(event.reason()).contains(ORDER.reason());
        });
    }

    private void isTheCancellation(CompletionEvent event) {
        assertThat(event.outcome()).isEqualTo(TerminalOutcome.CANCELLED);
        assertThat(event.reason()).contains(ORDER.reason());
        assertThat(event.at()).isEqualTo(clock().now());
    }

    @Test
    @DisplayName("the holder of a cancelled execution can do nothing more, and its attempt ended as cancelled")
    default void theHolderIsFenced() {
        Handle handle = givenRunning();
        ExecutionId id = handle.executionId();
        await(cancel(id));

        assertThat(refusal(executions().complete(handle, Payload.none())))
                .isInstanceOfSatisfying(
                        ExecutionNotActiveException.class,
                        refused -> assertThat(refused.terminalOutcome()).isEqualTo("cancelled"));
        assertThat(refusal(scope().leases().renew(handle))).isInstanceOf(ExecutionNotActiveException.class);
        assertThat(attemptsOf(id)).singleElement().satisfies(attempt -> {
            assertThat(attempt.lifecycle()).isEqualTo(AttemptLifecycle.ENDED_CANCELLED);
            assertThat(attempt.outcome()).contains(AttemptOutcome.CANCELLED);
            assertThat(attempt.endedAt()).contains(clock().now());
        });
        assertThat(stateOf(id)).isEqualTo(PublicState.CANCELLED);
    }

    @Test
    @DisplayName("OPR-002 cancelling one that was never leased writes no lease event, but its completion")
    default void cancelsAWaitingOne() {
        ExecutionId id = givenWaiting();

        await(cancel(id));

        assertThat(leaseEventsOf(id)).isEmpty();
        assertThat(completionsOf(id)).hasSize(1);
        assertThat(describe(id).state().attempt()).isEqualTo(AttemptState.PENDING_FIRST_ATTEMPT);
    }

    @Test
    @DisplayName("OPR-003 cancelling again is success with the first answer, the first reason and no further event")
    default void cancelsTwice() {
        ExecutionId id = givenWaiting();
        Cancelled first = await(cancel(id));
        Execution before = describe(id);
        clock().advance(Duration.ofSeconds(1));

        assertThat(await(scope().operator().cancel(id, Order.by("otto", "another reason"))))
                .isEqualTo(first);
        assertThat(describe(id)).isEqualTo(before);
        assertThat(completionsOf(id)).hasSize(1);
        assertThat(operatorEventsOf(id)).hasSize(1);
    }

    @Test
    @DisplayName("OPR-004 (target) one that ended otherwise is not active, and stays as it is")
    default void refusesOtherEnds() {
        Handle handle = givenRunning();
        ExecutionId id = handle.executionId();
        await(executions().complete(handle, Payload.text("done")));
        Execution before = describe(id);

        assertThat(refusal(cancel(id))).isInstanceOfSatisfying(ExecutionNotActiveException.class, refused -> {
            assertThat(refused.lifecyclePhase()).isEqualTo("terminal");
            assertThat(refused.terminalOutcome()).isEqualTo("success");
            assertThat(refused.attemptId()).contains(handle.fence().attemptId().toString());
        });
        assertThat(describe(id)).isEqualTo(before);
        assertThat(operatorEventsOf(id)).isEmpty();
        assertThat(await(executions().result(id))).isEqualTo(Payload.text("done"));
    }

    @Test
    @DisplayName("OPR-006 an unknown execution, or one of another namespace, is not found")
    default void notFound() {
        assertThat(refusal(cancel(ExecutionId.of(1, UUID.randomUUID())))).isInstanceOf(NotFoundException.class);

        ExecutionId id = givenWaiting();
        assertThat(refusal(engine().namespace("somebody-else").operator().cancel(id, ORDER)))
                .isInstanceOf(NotFoundException.class);
        assertThat(stateOf(id)).isEqualTo(PublicState.WAITING);
    }

    @Test
    @DisplayName("an id of a partition that does not exist is invalid input")
    default void unknownPartition() {
        assertThat(refusal(cancel(ExecutionId.of(60_000, UUID.randomUUID()))).code())
                .isEqualTo(ErrorCode.INVALID_INPUT);
    }

    @Test
    @DisplayName("EXE-031 a cancelled execution is terminal, with its outcome and the time of its end")
    default void describesTheEnd() {
        Handle handle = givenRunning();
        clock().advance(Duration.ofSeconds(3));
        await(cancel(handle.executionId()));

        Execution stored = describe(handle.executionId());
        assertThat(stored.state().phase()).isEqualTo(LifecyclePhase.TERMINAL);
        assertThat(stored.state().outcome()).isEqualTo(TerminalOutcome.CANCELLED);
        assertThat(stored.state().isConsistent()).isTrue();
        assertThat(stored.times().terminalAt()).contains(clock().now());
    }

    @TestFactory
    @DisplayName("an execution can be cancelled from every state it can wait in")
    default Stream<DynamicTest> cancelsFromEveryState() {
        return Stream.of(
                DynamicTest.dynamicTest(
                        "delayed", () -> endsCancelled(given(aSubmit().delay(Duration.ofHours(1))))),
                DynamicTest.dynamicTest("blocked", () -> endsCancelled(givenBlocked())),
                DynamicTest.dynamicTest("given back", () -> endsCancelled(givenReleased())),
                DynamicTest.dynamicTest("delayed by its worker", () -> endsCancelled(givenDelayed())),
                DynamicTest.dynamicTest("waiting for a retry", () -> endsCancelled(givenRetry())));
    }

    private ExecutionId givenBlocked() {
        ExecutionId id = givenWaiting();
        awaitEmpty(scope().operator().block(id, BlockingReason.PAUSED_BY_OPERATOR, "for now", ORDER));
        return id;
    }

    private ExecutionId givenReleased() {
        Handle handle = givenRunning(aSubmit().priority(9000));
        await(executions().release(handle, "later"));
        return handle.executionId();
    }

    private ExecutionId givenDelayed() {
        Handle handle = givenRunning(aSubmit().priority(9000));
        await(executions().delay(handle, Moment.after(Duration.ofHours(1))));
        return handle.executionId();
    }

    private ExecutionId givenRetry() {
        Handle handle = givenRunning(aSubmit().priority(9000).retry(Retry.fixed(Duration.ofHours(1))));
        await(executions().fail(handle, Failure.transientFailure("once more")));
        return handle.executionId();
    }

    private void endsCancelled(ExecutionId id) {
        long before = describe(id).version();
        int leaseEvents = leaseEventsOf(id).size();

        await(cancel(id));

        Execution stored = describe(id);
        assertThat(stored.publicState()).isEqualTo(PublicState.CANCELLED);
        assertThat(stored.state().isConsistent()).isTrue();
        assertThat(stored.blockingDetail()).isEmpty();
        assertThat(stored.times().delayUntil()).isEmpty();
        assertThat(stored.version()).isEqualTo(before + 1);
        assertThat(completionsOf(id)).hasSize(1);
        assertThat(leaseEventsOf(id)).hasSize(leaseEvents);
        assertThat(attemptsOf(id).stream().map(Attempt::endedAt)).allMatch(Optional::isPresent);
    }

    @Test
    @DisplayName("what has ended is not handed out")
    default void isNotHandedOut() {
        await(cancel(givenWaiting()));

        assertThat(await(executions().claim(aClaim()))).isEmpty();
    }

    @Test
    @DisplayName("cancelling one that waits for a retry leaves the failed attempt as it ended")
    default void keepsHistory() {
        ExecutionId id = givenRetry();
        await(cancel(id));

        assertThat(attemptsOf(id).stream().map(Attempt::outcome)).containsExactly(Optional.of(AttemptOutcome.RETRY));
    }
}
