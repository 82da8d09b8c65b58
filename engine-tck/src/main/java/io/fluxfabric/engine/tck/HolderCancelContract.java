package io.fluxfabric.engine.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.error.EngineException;
import io.fluxfabric.engine.error.ErrorCode;
import io.fluxfabric.engine.execution.Attempt;
import io.fluxfabric.engine.execution.Cancelled;
import io.fluxfabric.engine.execution.Execution;
import io.fluxfabric.engine.execution.FailOutcome;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.lease.Handle;
import io.fluxfabric.engine.policy.Failure;
import io.fluxfabric.engine.state.AttemptLifecycle;
import io.fluxfabric.engine.state.AttemptOutcome;
import io.fluxfabric.engine.state.PublicState;
import io.fluxfabric.engine.state.TerminalOutcome;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What cancelling promises to the holder of a lease. */
public interface HolderCancelContract extends HolderFixture {

    @Test
    @DisplayName("a holder's cancel ends the execution, keeps who and why, and writes one completion event")
    default void cancels() {
        Handle handle = givenRunning();
        ExecutionId id = handle.executionId();

        Cancelled cancelled = await(executions().cancel(handle, "nobody waits for it"));

        assertThat(cancelled).isEqualTo(new Cancelled(id, clock().now()));
        Execution stored = describe(id);
        assertThat(stored.publicState()).isEqualTo(PublicState.CANCELLED);
        assertThat(stored.lease()).isEmpty();
        assertThat(stored.times().terminalAt()).contains(clock().now());
        assertThat(stored.cancellation())
                .contains(new Execution.Cancellation(
                        Optional.of(ANNA.instance().value()), Optional.of("nobody waits for it")));
        Attempt attempt = attemptOf(id, 0);
        assertThat(attempt.lifecycle()).isEqualTo(AttemptLifecycle.ENDED_CANCELLED);
        assertThat(attempt.outcome()).contains(AttemptOutcome.CANCELLED);
        assertThat(completions()).singleElement().satisfies(event -> {
            assertThat(event.outcome()).isEqualTo(TerminalOutcome.CANCELLED);
            assertThat(event.reason()).contains("nobody waits for it");
        });
        assertThat(leaseEvents()).containsExactly("ACQUIRED(fresh)", "RELEASED(cancelled)");
        assertThat(await(executions().claim(aClaim()))).isEmpty();
    }

    @Test
    @DisplayName("a repeated cancel gets the first answer and keeps the first reason")
    default void repeated() {
        Handle handle = givenRunning();
        Cancelled first = await(executions().cancel(handle, "first"));
        Execution before = describe(handle.executionId());
        clock().advance(Duration.ofSeconds(1));

        assertThat(await(executions().cancel(handle, "second"))).isEqualTo(first);
        assertThat(describe(handle.executionId())).isEqualTo(before);
        assertThat(completions()).hasSize(1);
    }

    @Test
    @DisplayName("who cancelled and then reports a cancelled attempt is content; who reports another failure is not")
    default void failAfterCancel() {
        Handle handle = givenRunning();
        Cancelled cancelled = await(executions().cancel(handle, "first"));

        assertThat(await(executions().fail(handle, Failure.cancelled("stopped"))))
                .isEqualTo(new FailOutcome.TerminalFailed(
                        handle.executionId(), TerminalOutcome.CANCELLED, cancelled.at()));
        assertThat(errorOf(executions().fail(handle, Failure.permanent("broken")))
                        .code())
                .isEqualTo(ErrorCode.EXECUTION_NOT_ACTIVE);
    }

    @Test
    @DisplayName("a reason of 256 bytes is stored, a longer one or one of several lines is refused by name")
    default void limits() {
        Handle handle = givenRunning();
        for (String reason : List.of("x".repeat(257), "é".repeat(129), "two\nlines", "nul\0", "\uDC00")) {
            EngineException error = errorOf(executions().cancel(handle, reason));
            assertThat(error.code()).isEqualTo(ErrorCode.INVALID_INPUT);
            assertThat(error).hasMessageContaining("reason");
        }
        assertThat(stateOf(handle.executionId())).isEqualTo(PublicState.ACTIVE);

        await(executions().cancel(handle, "é".repeat(128)));
        assertThat(describe(handle.executionId()).cancellation().orElseThrow().reason())
                .contains("é".repeat(128));
    }
}
