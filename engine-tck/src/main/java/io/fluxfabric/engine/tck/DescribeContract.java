package io.fluxfabric.engine.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.execution.Execution;
import io.fluxfabric.engine.execution.ExecutionSummary;
import io.fluxfabric.engine.execution.ListExecutions;
import io.fluxfabric.engine.id.Capabilities;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.id.Tags;
import io.fluxfabric.engine.lease.Handle;
import io.fluxfabric.engine.payload.Payload;
import io.fluxfabric.engine.policy.ExecutionPolicy;
import io.fluxfabric.engine.policy.Failure;
import io.fluxfabric.engine.policy.Retry;
import io.fluxfabric.engine.reconcile.Reconcilers;
import io.fluxfabric.engine.state.AttemptState;
import io.fluxfabric.engine.state.BlockingReason;
import io.fluxfabric.engine.state.EligibilityState;
import io.fluxfabric.engine.state.LifecyclePhase;
import io.fluxfabric.engine.state.OwnershipState;
import io.fluxfabric.engine.state.PublicState;
import io.fluxfabric.engine.state.StateVector;
import io.fluxfabric.engine.state.TerminalOutcome;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Looking at all of an execution, in every state. */
public interface DescribeContract extends EngineFixture {

    @Test
    @DisplayName("EXE-035 describe tells what was submitted, with tags by key, and that nothing has happened since")
    default void describeWaiting() {
        Map<String, String> tags = Map.of("cairn.task_id", "t-1", "cairn.project", "p \"1\" \\ ü\n");
        ExecutionId id = given(aSubmit()
                .priority(7)
                .requires("smtp", "dkim")
                .tags(tags)
                .creator("olga")
                .traceParent("00-1-1-01")
                .retry(Retry.fixed(Duration.ofSeconds(1)).max(2)));

        Execution described = describe(id);

        assertThat(described.id()).isEqualTo(id);
        assertThat(described.namespace()).isEqualTo(scope().namespace());
        assertThat(described.lane().value()).isEqualTo(LANE);
        assertThat(described.kind().value()).isEqualTo("send-invoice");
        assertThat(described.priority().value()).isEqualTo(7);
        assertThat(described.required()).isEqualTo(Capabilities.required("smtp", "dkim"));
        assertThat(described.policy())
                .isEqualTo(ExecutionPolicy.defaults()
                        .withRetry(Retry.fixed(Duration.ofSeconds(1)).max(2)));
        assertThat(described.publicState()).isEqualTo(PublicState.WAITING);
        assertThat(described.blockingReason()).isEqualTo(BlockingReason.WAITING_FOR_WORKER);
        assertThat(described.attempts()).isEqualTo(new Execution.Attempts(0, Optional.empty(), 0, 0, 0));
        assertThat(described.lease()).isEmpty();
        assertThat(described.progress()).isEmpty();
        assertThat(described.failure()).isEmpty();
        assertThat(described.cancellation()).isEmpty();
        assertThat(described.tags()).isEqualTo(Tags.of(tags));
        assertThat(described.tags().asMap().keySet()).containsExactly("cairn.project", "cairn.task_id");
        assertThat(described.creator()).contains("olga");
        assertThat(described.traceParent()).contains("00-1-1-01");
        assertThat(described.times().createdAt()).isEqualTo(clock().now());
        assertThat(described.times().lastMutationAt()).isEqualTo(clock().now());
        assertThat(described.times().startedAt()).isEmpty();
        assertThat(described.times().terminalAt()).isEmpty();
    }

    @Test
    @DisplayName("EXE-005 (target) describe tells until when an execution is delayed, as a time and not as a text")
    default void describeDelayed() {
        Execution described = describe(given(aSubmit().delay(Duration.ofMinutes(5))));

        assertThat(described.publicState()).isEqualTo(PublicState.DELAYED);
        assertThat(described.blockingReason()).isEqualTo(BlockingReason.WAITING_FOR_DELAY);
        assertThat(described.times().delayUntil()).contains(clock().now().plus(Duration.ofMinutes(5)));
    }

    @Test
    @DisplayName("EXE-010 describe tells the deadline just as it was given")
    default void describeDeadline() {
        assertThat(describe(given(aSubmit().deadline(clock().now().plusMillis(1234))))
                        .times()
                        .deadline())
                .contains(clock().now().plusMillis(1234));
    }

    @Test
    @DisplayName("EXE-029 EXE-036 describe tells who holds a running execution, under which epoch, and until when")
    default void describeRunning() {
        ExecutionId id = given(aSubmit().attemptTimeout(Duration.ofMinutes(1)));
        clock().advance(Duration.ofSeconds(2));
        claimedBy(aClaim());

        Execution described = describe(id);

        assertThat(described.state())
                .isEqualTo(new StateVector(
                        LifecyclePhase.ACTIVE,
                        OwnershipState.LEASED,
                        EligibilityState.NOT_APPLICABLE,
                        BlockingReason.NONE,
                        TerminalOutcome.NONE,
                        AttemptState.RUNNING_ATTEMPT));
        assertThat(described.publicState()).isEqualTo(PublicState.ACTIVE);
        assertThat(described.attempts()).isEqualTo(new Execution.Attempts(1, Optional.of(0), 0, 0, 0));
        assertThat(described.lease())
                .contains(new Execution.Lease(
                        ANNA, 1, clock().now(), clock().now().plusSeconds(30)));
        assertThat(described.times().startedAt()).contains(clock().now());
        assertThat(described.times().terminalAt()).isEmpty();
        assertThat(described.times().attemptTimeoutAt()).contains(clock().now().plusSeconds(60));
        assertThat(described.times().createdAt()).isEqualTo(clock().now().minusSeconds(2));
    }

    @Test
    @DisplayName("EXE-016 describe tells that a completed execution ended, when, and that nobody holds it")
    default void describeCompleted() {
        Handle handle = givenRunning();
        long before = describe(handle.executionId()).version();
        clock().advance(Duration.ofSeconds(3));
        await(executions().complete(handle, Payload.text("done")));

        Execution described = describe(handle.executionId());

        assertThat(described.publicState()).isEqualTo(PublicState.COMPLETED);
        assertThat(described.state().outcome()).isEqualTo(TerminalOutcome.SUCCESS);
        assertThat(described.lease()).isEmpty();
        assertThat(described.times().terminalAt()).contains(clock().now());
        assertThat(described.version()).isGreaterThan(before);
    }

    @Test
    @DisplayName("EXE-031 describe tells who cancelled an execution and why, and that it ended")
    default void describeCancelled() {
        ExecutionId id = givenWaiting();
        await(scope().operator().cancel(id, ORDER));

        Execution described = describe(id);

        assertThat(described.state().phase()).isEqualTo(LifecyclePhase.TERMINAL);
        assertThat(described.state().outcome()).isEqualTo(TerminalOutcome.CANCELLED);
        assertThat(described.publicState()).isEqualTo(PublicState.CANCELLED);
        assertThat(described.times().terminalAt()).contains(clock().now());
        assertThat(described.cancellation())
                .contains(new Execution.Cancellation(Optional.of("olga"), Optional.of("because")));
    }

    @Test
    @DisplayName("every read works in every public state that can be reached")
    default void everyState() {
        Map<PublicState, ExecutionId> reached = new EnumMap<>(PublicState.class);
        reached.put(PublicState.ACTIVE, givenRunning().executionId());
        Handle completed = givenRunning();
        await(executions().complete(completed));
        reached.put(PublicState.COMPLETED, completed.executionId());
        Handle failed = givenRunning();
        await(executions().fail(failed, Failure.permanent("no such address")));
        reached.put(PublicState.FAILED, failed.executionId());
        Handle resumable = givenRunning();
        await(executions().release(resumable, "no time"));
        reached.put(PublicState.RESUMABLE, resumable.executionId());
        ExecutionId cancelled = givenWaiting();
        await(scope().operator().cancel(cancelled, ORDER));
        reached.put(PublicState.CANCELLED, cancelled);
        ExecutionId expired = given(aSubmit().deadline(Duration.ofSeconds(1)));
        clock().advance(Duration.ofSeconds(1));
        await(engine().reconcilers().pass(Reconcilers.EXECUTION_DEADLINE));
        reached.put(PublicState.EXPIRED, expired);
        ExecutionId blocked = givenWaiting();
        awaitEmpty(scope().operator().block(blocked, BlockingReason.WAITING_FOR_QUOTA, "full", ORDER));
        reached.put(PublicState.RATE_LIMITED, blocked);
        reached.put(PublicState.DELAYED, given(aSubmit().delay(Duration.ofHours(1))));
        reached.put(PublicState.WAITING, givenWaiting());

        reached.forEach((state, id) -> {
            assertThat(describe(id).publicState()).isEqualTo(state);
            assertThat(stateOf(id)).isEqualTo(state);
            assertThat(await(executions().explain(id)).executionId()).isEqualTo(id);
            assertThat(await(executions().attempts(id)))
                    .hasSize(describe(id).attempts().total());
            assertThat(await(executions().list(ListExecutions.all().in(state)).map(ExecutionSummary::id)))
                    .containsExactly(id);
        });
    }
}
