package io.fluxfabric.engine.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.error.ValidationException;
import io.fluxfabric.engine.execution.Attempt;
import io.fluxfabric.engine.execution.Claimed;
import io.fluxfabric.engine.execution.Execution;
import io.fluxfabric.engine.execution.Executions;
import io.fluxfabric.engine.execution.ListExecutions;
import io.fluxfabric.engine.execution.Submit;
import io.fluxfabric.engine.id.Capabilities;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.id.Tags;
import io.fluxfabric.engine.lease.Handle;
import io.fluxfabric.engine.payload.Payload;
import io.fluxfabric.engine.policy.ExecutionPolicy;
import io.fluxfabric.engine.policy.Retry;
import io.fluxfabric.engine.state.AttemptLifecycle;
import io.fluxfabric.engine.state.AttemptOutcome;
import io.fluxfabric.engine.state.AttemptState;
import io.fluxfabric.engine.state.AttemptType;
import io.fluxfabric.engine.state.BlockingReason;
import io.fluxfabric.engine.state.EligibilityState;
import io.fluxfabric.engine.state.LifecyclePhase;
import io.fluxfabric.engine.state.OwnershipState;
import io.fluxfabric.engine.state.PublicState;
import io.fluxfabric.engine.state.StateVector;
import io.fluxfabric.engine.state.TerminalOutcome;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

/** Looking at one execution: describe, state, payload, result and attempts. */
public interface ReadContract extends EngineFixture {

    /** An id that names nothing. */
    private static ExecutionId unknown() {
        return ExecutionId.of(0, UUID.randomUUID());
    }

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
    @DisplayName("EXE-028 EXE-040 every read of an execution that is not there is empty")
    default void missing() {
        everyReadIsEmpty(executions(), unknown());
    }

    @Test
    @DisplayName("every read of another namespace's execution is empty")
    default void otherNamespace() {
        Handle handle = givenRunning(aSubmit().tags(Map.of("a.b", "c")));
        await(executions().complete(handle, Payload.text("secret")));

        Executions stranger = engine().namespace("stranger").executions();

        everyReadIsEmpty(stranger, handle.executionId());
        assertThat(await(stranger.list(ListExecutions.all()))).isEmpty();
        assertThat(await(stranger.list(ListExecutions.all().tagged("a.b", "c"))))
                .isEmpty();
    }

    private void everyReadIsEmpty(Executions executions, ExecutionId id) {
        Flux.<Mono<?>>just(
                        executions.describe(id),
                        executions.state(id),
                        executions.payload(id),
                        executions.result(id),
                        executions.attempts(id).next(),
                        executions.tag(id, "a.b"))
                .concatMap(read -> read)
                .as(StepVerifier::create)
                .expectComplete()
                .verify(PATIENCE);
    }

    @Test
    @DisplayName("an id whose partition does not exist is refused by name")
    default void unknownPartition() {
        Mono.from(executions().describe(ExecutionId.of(65_535, UUID.randomUUID())))
                .as(StepVerifier::create)
                .expectErrorSatisfies(error -> assertThat(error)
                        .isInstanceOfSatisfying(
                                ValidationException.class,
                                refused -> assertThat(refused.field()).isEqualTo("executionId")))
                .verify(PATIENCE);
    }

    @Test
    @DisplayName("EXE-034 a result is empty until the execution has completed, and then the same bytes")
    default void resultOfBytes() {
        Payload bytes = Payload.bytes(new byte[] {(byte) 0xFF, (byte) 0xFE, 0, (byte) 0xC0, (byte) 0x80, '"', '\\'});
        Handle handle = givenRunning(aSubmit().payload(bytes));
        awaitEmpty(executions().result(handle.executionId()));

        await(executions().complete(handle, bytes));

        assertThat(await(executions().result(handle.executionId()))).isEqualTo(bytes);
        assertThat(await(executions().payload(handle.executionId()))).isEqualTo(bytes);
    }

    @Test
    @DisplayName("EXE-034 (target) a completion without a result is none, and an empty result is empty")
    default void resultOfNothing() {
        Handle none = givenRunning();
        await(executions().complete(none));
        Handle empty = givenRunning();
        await(executions().complete(empty, Payload.empty()));

        assertThat(await(executions().result(none.executionId()))).isEqualTo(Payload.none());
        assertThat(await(executions().result(empty.executionId()))).isEqualTo(Payload.empty());
        assertThat(await(executions().payload(none.executionId()))).isEqualTo(Payload.none());
    }

    @Test
    @DisplayName("the attempts of an execution that was never claimed are none")
    default void noAttempts() {
        assertThat(await(executions().attempts(givenWaiting()))).isEmpty();
    }

    @Test
    @DisplayName("an attempt tells its worker, its epoch, its times and its result")
    default void oneAttempt() {
        Claimed claimed = claimedBy(claimOf(aSubmit()));
        clock().advance(Duration.ofSeconds(1));
        await(executions().complete(claimed.handle(), Payload.text("done")));

        List<Attempt> attempts = await(executions().attempts(claimed.executionId()));

        assertThat(attempts)
                .containsExactly(new Attempt(
                        0,
                        claimed.handle().fence().attemptId(),
                        AttemptType.INITIAL,
                        AttemptLifecycle.ENDED_SUCCESS,
                        Optional.of(AttemptOutcome.SUCCESS),
                        ANNA,
                        1,
                        Optional.empty(),
                        clock().now().minusSeconds(1),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(clock().now()),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Payload.text("done")));
    }

    private io.fluxfabric.engine.execution.Claim claimOf(Submit submit) {
        given(submit);
        return aClaim();
    }
}
