package io.fluxfabric.engine.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.event.CompletionEvent;
import io.fluxfabric.engine.event.LeaseEvent;
import io.fluxfabric.engine.execution.Attempt;
import io.fluxfabric.engine.execution.Execution;
import io.fluxfabric.engine.execution.Moment;
import io.fluxfabric.engine.execution.Submit;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.lease.Handle;
import io.fluxfabric.engine.payload.Payload;
import io.fluxfabric.engine.policy.Failure;
import io.fluxfabric.engine.policy.Retry;
import io.fluxfabric.engine.reconcile.Reconciler;
import io.fluxfabric.engine.reconcile.Reconcilers;
import io.fluxfabric.engine.state.AttemptLifecycle;
import io.fluxfabric.engine.state.AttemptOutcome;
import io.fluxfabric.engine.state.BlockingReason;
import io.fluxfabric.engine.state.PublicState;
import io.fluxfabric.engine.state.TerminalOutcome;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of executions that do not end in time, and what counts when more than that is due. */
public interface DeadlineContract extends ReconcileFixture {

    @Test
    @DisplayName("REC-012 a running execution past its deadline expires, and its holder is fenced")
    default void expiresARunningOne() {
        Handle handle = givenRunning(aSubmit().deadline(Duration.ofSeconds(10)));
        ExecutionId id = handle.executionId();
        clock().advance(Duration.ofSeconds(10));

        assertThat(pass(Reconcilers.EXECUTION_DEADLINE).changed()).isEqualTo(1);

        Execution stored = describe(id);
        assertThat(stored.publicState()).isEqualTo(PublicState.EXPIRED);
        assertThat(stored.lease()).isEmpty();
        assertThat(stored.failure().orElseThrow().reason()).isEqualTo("execution_deadline");
        assertThat(attemptsOf(id)).singleElement().satisfies(attempt -> {
            assertThat(attempt.lifecycle()).isEqualTo(AttemptLifecycle.ENDED_FAILURE);
            assertThat(attempt.outcome()).contains(AttemptOutcome.INTERRUPTED);
        });
        assertThat(leaseEventsOf(id)).last().satisfies(event -> {
            assertThat(event.type()).isEqualTo(LeaseEvent.Type.REVOKED);
            assertThat(event.epoch()).isEqualTo(handle.fence().epoch() + 1);
        });
        refusal(executions().complete(handle, Payload.none()));
        assertThat(completionsOf(id))
                .singleElement()
                .satisfies(event -> assertThat(event.reason()).contains("execution_deadline"));
    }

    @Test
    @DisplayName("EXE-010 a deadline holds to the millisecond")
    default void deadlineBoundary() {
        ExecutionId id = given(aSubmit().deadline(Duration.ofSeconds(10)));
        clock().advance(Duration.ofSeconds(10).minusMillis(1));
        assertThat(pass(Reconcilers.EXECUTION_DEADLINE).scanned()).isZero();

        clock().advance(Duration.ofMillis(1));
        pass(Reconcilers.EXECUTION_DEADLINE);
        assertThat(stateOf(id)).isEqualTo(PublicState.EXPIRED);
    }

    @TestFactory
    @DisplayName("a deadline ends an execution whatever it waits for")
    default Stream<DynamicTest> expiresFromEveryState() {
        Submit submit = aSubmit().deadline(Duration.ofMinutes(1)).priority(9000);
        return Stream.of(
                expires("waiting", () -> given(submit)),
                expires("delayed", () -> given(submit.delay(Duration.ofHours(1)))),
                expires("blocked", () -> {
                    ExecutionId id = given(submit);
                    awaitEmpty(scope().operator().block(id, BlockingReason.WAITING_FOR_BUDGET, "", ORDER));
                    return id;
                }),
                expires("given back", () -> {
                    Handle handle = givenRunning(submit);
                    await(executions().release(handle, "later"));
                    return handle.executionId();
                }),
                expires("delayed by its worker", () -> {
                    Handle handle = givenRunning(submit);
                    await(executions().delay(handle, Moment.after(Duration.ofSeconds(30))));
                    return handle.executionId();
                }),
                expires("waiting for a retry", () -> {
                    Handle handle = givenRunning(submit.retry(Retry.fixed(Duration.ofSeconds(30))));
                    await(executions().fail(handle, Failure.transientFailure("once more")));
                    return handle.executionId();
                }));
    }

    private DynamicTest expires(String state, Supplier<ExecutionId> given) {
        return DynamicTest.dynamicTest(state, () -> {
            ExecutionId id = given.get();
            clock().advance(Duration.ofMinutes(1));
            assertThat(pass(Reconcilers.EXECUTION_DEADLINE).changed()).isEqualTo(1);

            Execution stored = describe(id);
            assertThat(stored.publicState()).isEqualTo(PublicState.EXPIRED);
            assertThat(stored.state().isConsistent()).isTrue();
            assertThat(completionsOf(id).stream().map(CompletionEvent::outcome))
                    .containsExactly(TerminalOutcome.EXPIRED);
            assertThat(attemptsOf(id).stream().map(Attempt::endedAt)).allMatch(Optional::isPresent);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"LEASE_EXPIRY", "ATTEMPT_TIMEOUT", "EXECUTION_DEADLINE"})
    @DisplayName("when all three are due, the deadline counts, whichever pass comes first")
    default void deadlineFirst(Reconciler.Task task) {
        Handle handle = givenRunning(aSubmit()
                .attemptTimeout(Duration.ofSeconds(10))
                .retry(Retry.fixed(Duration.ZERO))
                .deadline(Duration.ofSeconds(20)));
        clock().advance(LEASE);

        pass(new Reconciler(task, Duration.ZERO));

        assertThat(stateOf(handle.executionId())).isEqualTo(PublicState.EXPIRED);
        assertThat(completionsOf(handle.executionId())).hasSize(1);
        Reconcilers.ALL.forEach(this::pass);
        assertThat(completionsOf(handle.executionId())).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"LEASE_EXPIRY", "ATTEMPT_TIMEOUT"})
    @DisplayName("when lease and attempt are over, the attempt counts, whichever pass comes first")
    default void timeoutSecond(Reconciler.Task task) {
        Handle handle = givenRunning(aSubmit().attemptTimeout(Duration.ofSeconds(10)));
        clock().advance(LEASE);

        pass(new Reconciler(task, Duration.ZERO));

        assertThat(stateOf(handle.executionId())).isEqualTo(PublicState.FAILED);
        assertThat(describe(handle.executionId()).attempts().reclaims()).isZero();
    }

    @Test
    @DisplayName("what is past its deadline is not promoted any more")
    default void doesNotPromoteTheExpired() {
        ExecutionId id = given(aSubmit().delay(Duration.ofMinutes(5)).deadline(Duration.ofMinutes(5)));
        clock().advance(Duration.ofMinutes(5));

        assertThat(pass(Reconcilers.DELAYED_PROMOTION).scanned()).isZero();
        pass(Reconcilers.EXECUTION_DEADLINE);
        assertThat(stateOf(id)).isEqualTo(PublicState.EXPIRED);
    }
}
