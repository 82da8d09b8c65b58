package io.fluxfabric.engine.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.error.EngineException;
import io.fluxfabric.engine.error.ErrorCode;
import io.fluxfabric.engine.error.ExecutionNotActiveException;
import io.fluxfabric.engine.execution.Claim;
import io.fluxfabric.engine.execution.Execution;
import io.fluxfabric.engine.execution.Progress;
import io.fluxfabric.engine.lease.Handle;
import io.fluxfabric.engine.lease.HandleKind;
import io.fluxfabric.engine.operator.RevokeLease;
import io.fluxfabric.engine.policy.Failure;
import io.fluxfabric.engine.policy.Retry;
import io.fluxfabric.engine.reconcile.Reconcilers;
import io.fluxfabric.engine.state.PublicState;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Who may act on a running execution: its holder, while it holds it, and nobody else; for each verb alike. */
public interface FenceContract extends HolderFixture {

    @Test
    @DisplayName(
            "a lease is over at the very millisecond of its expiry, for every verb, before anybody else has claimed")
    default void expiryBoundary() {
        Handle handle = givenRunning();
        Execution before = describe(handle.executionId());
        clock().advance(Duration.ofSeconds(30).minusMillis(1));
        await(executions().progress(handle, Progress.percent(1)).thenReturn(true));
        Execution justBefore = describe(handle.executionId());
        assertThat(justBefore.version()).isGreaterThan(before.version());

        clock().advance(Duration.ofMillis(1));

        for (Verb verb : verbs()) {
            EngineException error = errorOf(verb.call().apply(handle));
            assertThat(error.code()).as(verb.name()).isEqualTo(ErrorCode.LEASE_EXPIRED);
            assertThat(error.details())
                    .containsEntry("expired_at", clock().now().toString());
        }
        assertThat(describe(handle.executionId())).isEqualTo(justBefore);
        assertThat(completions()).isEmpty();
    }

    @Test
    @DisplayName("LSE-007 once it has ended, every other verb is told what became of it")
    default void afterTheEnd() {
        Handle handle = givenRunning();
        await(executions().complete(handle));
        Execution before = describe(handle.executionId());

        for (Verb verb : verbs()) {
            if (!verb.name().equals("complete")) {
                EngineException error = errorOf(verb.call().apply(handle));
                assertThat(error).as(verb.name()).isInstanceOf(ExecutionNotActiveException.class);
                ExecutionNotActiveException ended = (ExecutionNotActiveException) error;
                assertThat(ended.lifecyclePhase()).isEqualTo("terminal");
                assertThat(ended.terminalOutcome()).isEqualTo("success");
                assertThat(ended.epoch()).isEqualTo(handle.fence().epoch());
                assertThat(ended.attemptId())
                        .contains(handle.fence().attemptId().toString());
            }
        }
        assertThat(describe(handle.executionId())).isEqualTo(before);
    }

    @Test
    @DisplayName("LSE-012 while it waits for a retry there is no attempt, and other verbs are told so")
    default void whileItWaitsForARetry() {
        Handle handle = givenRunning(aSubmit().retry(Retry.fixed(Duration.ofSeconds(5))));
        await(executions().fail(handle, Failure.transientFailure("flaky")));

        for (Verb verb : verbs()) {
            if (!verb.name().equals("fail")) {
                ExecutionNotActiveException error =
                        (ExecutionNotActiveException) errorOf(verb.call().apply(handle));
                assertThat(error.lifecyclePhase()).as(verb.name()).isEqualTo("runnable");
                assertThat(error.terminalOutcome()).isEqualTo("none");
                assertThat(error.epoch()).isEqualTo(handle.fence().epoch());
                assertThat(error.attemptId()).isEmpty();
            }
        }
    }

    @Test
    @DisplayName("whoever gave it away is stale as soon as another holds it, and hears who that is")
    default void takenOver() {
        Handle old = givenRunning();
        await(executions().release(old, "tired"));
        Handle current = claimedByBert().handle();
        Execution before = describe(old.executionId());

        for (Verb verb : verbs()) {
            EngineException error = errorOf(verb.call().apply(old));
            assertThat(error.code()).as(verb.name()).isEqualTo(ErrorCode.STALE_LEASE);
            assertThat(error.details())
                    .containsEntry("worker", BERT.instance().value())
                    .containsEntry("epoch", String.valueOf(current.fence().epoch()));
        }

        assertThat(describe(old.executionId())).isEqualTo(before);
        await(executions().complete(current));
        assertThat(stateOf(old.executionId())).isEqualTo(PublicState.COMPLETED);
    }

    @Test
    @DisplayName("an operator's cancel fences the holder; only the holder's own cancel is content with it")
    default void cancelledByAnOperator() {
        Handle handle = givenRunning();
        await(scope().operator().cancel(handle.executionId(), ORDER));

        for (Verb verb : verbs()) {
            if (!verb.name().equals("cancel")) {
                assertRefused(verb, handle, ErrorCode.EXECUTION_NOT_ACTIVE);
            }
        }
        assertThat(await(executions().cancel(handle, "mine")).at()).isEqualTo(clock().now());
        assertThat(completions()).hasSize(1);
    }

    @Test
    @DisplayName("a revoked lease is revoked for every verb until somebody else holds the execution")
    default void revoked() {
        Handle handle = givenRunning();
        await(scope().operator().revokeLease(RevokeLease.of(handle.executionId(), ORDER)));

        for (Verb verb : verbs()) {
            assertRefused(verb, handle, ErrorCode.LEASE_REVOKED);
        }
        claimedByBert();
        for (Verb verb : verbs()) {
            assertRefused(verb, handle, ErrorCode.STALE_LEASE);
        }
    }

    @Test
    @DisplayName(
            "LSE-021, LSE-022 (target) a live lease keeps others out; one that lapsed is resumed, and its old holder never returns")
    default void lapsed() {
        Handle old = givenRunning();
        assertThat(await(executions().claim(Claim.lane(LANE).as(BERT)))).isEmpty();
        clock().advance(Duration.ofSeconds(30));
        await(engine().reconcilers().pass(Reconcilers.LEASE_EXPIRY));

        for (Verb verb : verbs()) {
            assertRefused(verb, old, ErrorCode.LEASE_EXPIRED);
        }
        Handle resumed = claimedByBert().handle();
        assertThat(resumed.kind()).isEqualTo(HandleKind.RESUMED);
        assertThat(resumed.fence().attemptId()).isEqualTo(old.fence().attemptId());
        assertThat(resumed.fence().epoch()).isGreaterThan(old.fence().epoch());
        for (Verb verb : verbs()) {
            assertRefused(verb, old, ErrorCode.STALE_LEASE);
        }
        assertThat(await(scope().leases().renew(resumed)).epoch())
                .isEqualTo(resumed.fence().epoch());
        await(executions().complete(resumed));
        List<String> events = leaseEvents();
        assertThat(events.get(0)).isEqualTo("ACQUIRED(fresh)");
        assertThat(events.get(1)).startsWith("EXPIRED");
        assertThat(events.subList(2, events.size())).containsExactly("ACQUIRED(resumed)", "RELEASED(completed)");
    }

    @Test
    @DisplayName(
            "cold: a call that nobody subscribes to does nothing, and one that is subscribed to twice repeats itself")
    default void cold() {
        Handle handle = givenRunning();
        List<?> calls = verbs().stream().map(verb -> verb.call().apply(handle)).toList();
        assertThat(calls).hasSize(7);
        assertThat(stateOf(handle.executionId())).isEqualTo(PublicState.ACTIVE);

        var complete = executions().complete(handle);
        assertThat(await(complete)).isEqualTo(await(complete));
        assertThat(completions()).hasSize(1);
    }
}
