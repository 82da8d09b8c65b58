package io.fluxfabric.engine.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.error.ValidationException;
import io.fluxfabric.engine.execution.Attempt;
import io.fluxfabric.engine.execution.Claim;
import io.fluxfabric.engine.execution.Claimed;
import io.fluxfabric.engine.execution.Execution;
import io.fluxfabric.engine.execution.Executions;
import io.fluxfabric.engine.execution.ListExecutions;
import io.fluxfabric.engine.execution.Submit;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.lease.Handle;
import io.fluxfabric.engine.payload.Payload;
import io.fluxfabric.engine.policy.Failure;
import io.fluxfabric.engine.policy.FailureClass;
import io.fluxfabric.engine.policy.Retry;
import io.fluxfabric.engine.reconcile.Reconcilers;
import io.fluxfabric.engine.state.AttemptLifecycle;
import io.fluxfabric.engine.state.AttemptOutcome;
import io.fluxfabric.engine.state.AttemptType;
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

/** Looking at one fact about an execution: state, payload, result, attempts; and at what is not there. */
public interface ReadContract extends EngineFixture {

    /** An id that names nothing. */
    private static ExecutionId unknown() {
        return ExecutionId.of(0, UUID.randomUUID());
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
                        executions.explain(id),
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

    @Test
    @DisplayName(
            "attempts keep their history: a retry is an attempt of its own, with its own id, behind the one that failed")
    default void history() {
        Handle first = givenRunning(aSubmit().retry(Retry.fixed(Duration.ofSeconds(10))));
        await(executions().fail(first, Failure.transientFailure("away").withCategory("network")));
        clock().advance(Duration.ofSeconds(10));
        await(engine().reconcilers().pass(Reconcilers.DELAYED_PROMOTION));
        Handle second = claimedBy(aClaim().as(BERT)).handle();

        List<Attempt> attempts = await(executions().attempts(first.executionId()));

        assertThat(attempts).extracting(Attempt::index).containsExactly(0, 1);
        assertThat(attempts)
                .extracting(Attempt::id)
                .containsExactly(first.fence().attemptId(), second.fence().attemptId())
                .doesNotHaveDuplicates();
        assertThat(attempts).extracting(Attempt::type).containsExactly(AttemptType.INITIAL, AttemptType.RETRY);
        assertThat(attempts)
                .extracting(Attempt::lifecycle)
                .containsExactly(AttemptLifecycle.ENDED_FAILURE, AttemptLifecycle.STARTED);
        assertThat(attempts).extracting(Attempt::worker).containsExactly(ANNA, BERT);
        assertThat(attempts.get(0).failureReason()).contains("away");
        assertThat(attempts.get(0).failureCategory()).contains("network");
        assertThat(attempts.get(0).failureClass()).contains(FailureClass.TRANSIENT);
        assertThat(attempts.get(0).retryAt()).contains(clock().now());
        assertThat(attempts.get(1).previousIndex()).contains(0);
        assertThat(describe(first.executionId()).attempts())
                .isEqualTo(new Execution.Attempts(2, Optional.of(1), 1, 0, 0));
    }

    @Test
    @DisplayName("the result of an execution that is replayed is gone until it completes again, and then the new one")
    default void resultAfterReplay() {
        Handle first = givenRunning();
        await(executions().complete(first, Payload.text("first")));
        await(scope().operator().replay(first.executionId(), ORDER));
        awaitEmpty(executions().result(first.executionId()));

        await(executions().complete(claimedBy(aClaim()).handle(), Payload.text("second")));

        assertThat(await(executions().result(first.executionId()))).isEqualTo(Payload.text("second"));
        assertThat(await(executions().attempts(first.executionId())))
                .extracting(Attempt::result)
                .containsExactly(Payload.text("first"), Payload.text("second"));
    }

    private Claim claimOf(Submit submit) {
        given(submit);
        return aClaim();
    }
}
