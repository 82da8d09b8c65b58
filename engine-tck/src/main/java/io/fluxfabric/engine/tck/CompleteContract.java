package io.fluxfabric.engine.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.error.ErrorCode;
import io.fluxfabric.engine.event.CompletionEvent;
import io.fluxfabric.engine.execution.Attempt;
import io.fluxfabric.engine.execution.Completed;
import io.fluxfabric.engine.execution.Execution;
import io.fluxfabric.engine.execution.Progress;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.lease.Handle;
import io.fluxfabric.engine.limits.Limit;
import io.fluxfabric.engine.payload.Payload;
import io.fluxfabric.engine.state.AttemptLifecycle;
import io.fluxfabric.engine.state.AttemptOutcome;
import io.fluxfabric.engine.state.LifecyclePhase;
import io.fluxfabric.engine.state.OwnershipState;
import io.fluxfabric.engine.state.PublicState;
import io.fluxfabric.engine.state.TerminalOutcome;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What completing promises. */
public interface CompleteContract extends HolderFixture {

    @Test
    @DisplayName("EXE-016 completing ends the execution, stores its result, clears its lease and writes one event")
    default void ends() {
        Handle handle = givenRunning();
        ExecutionId id = handle.executionId();
        clock().advance(Duration.ofSeconds(1));

        Completed completed = await(executions().complete(handle, Payload.text("done")));

        assertThat(completed).isEqualTo(new Completed(id, 0, clock().now()));
        Execution stored = describe(id);
        assertThat(stored.publicState()).isEqualTo(PublicState.COMPLETED);
        assertThat(stored.state().phase()).isEqualTo(LifecyclePhase.TERMINAL);
        assertThat(stored.state().ownership()).isEqualTo(OwnershipState.UNOWNED);
        assertThat(stored.lease()).isEmpty();
        assertThat(stored.times().terminalAt()).contains(clock().now());
        assertThat(await(executions().result(id))).isEqualTo(Payload.text("done"));
        Attempt attempt = attemptOf(id, 0);
        assertThat(attempt.lifecycle()).isEqualTo(AttemptLifecycle.ENDED_SUCCESS);
        assertThat(attempt.outcome()).contains(AttemptOutcome.SUCCESS);
        assertThat(attempt.endedAt()).contains(clock().now());
        assertThat(completions()).singleElement().satisfies(event -> {
            assertThat(event.executionId()).isEqualTo(id);
            assertThat(event.outcome()).isEqualTo(TerminalOutcome.SUCCESS);
            assertThat(event.attemptIndex()).contains(0);
            assertThat(event.epoch()).isEqualTo(1);
            assertThat(event.at()).isEqualTo(clock().now());
        });
    }

    @Test
    @DisplayName("EXE-018 (target) the lease was acquired, then released, and nothing else")
    default void leaseHistory() {
        Handle handle = givenRunning();
        await(executions().complete(handle));

        assertThat(leaseEvents()).containsExactly("ACQUIRED(fresh)", "RELEASED(completed)");
    }

    @Test
    @DisplayName("EXE-034 a result is there after the end only, byte for byte")
    default void binaryResult() {
        Handle handle = givenRunning();
        Payload bytes = Payload.bytes(new byte[] {(byte) 0xFF, (byte) 0xFE, 0, (byte) 0xC0, (byte) 0x80, '\\', '"'});
        awaitEmpty(executions().result(handle.executionId()));

        await(executions().complete(handle, bytes));

        assertThat(await(executions().result(handle.executionId()))).isEqualTo(bytes);
    }

    @Test
    @DisplayName("no result is not an empty one")
    default void noResult() {
        Handle without = givenRunning();
        await(executions().complete(without));
        assertThat(await(executions().result(without.executionId()))).isEqualTo(Payload.none());

        Handle empty = givenRunning();
        await(executions().complete(empty, Payload.empty()));
        assertThat(await(executions().result(empty.executionId()))).isEqualTo(Payload.empty());
    }

    @Test
    @DisplayName(
            "completing again by the same handle gives the first answer, keeps the first result and writes nothing")
    default void repeated() {
        Handle handle = givenRunning();
        Completed first = await(executions().complete(handle, Payload.text("first")));
        Execution before = describe(handle.executionId());
        clock().advance(Duration.ofDays(1));

        assertThat(await(executions().complete(handle, Payload.text("second")))).isEqualTo(first);

        assertThat(describe(handle.executionId())).isEqualTo(before);
        assertThat(await(executions().result(handle.executionId()))).isEqualTo(Payload.text("first"));
        assertThat(completions()).extracting(CompletionEvent::outcome).containsExactly(TerminalOutcome.SUCCESS);
        assertThat(leaseEvents()).hasSize(2);
    }

    @Test
    @DisplayName("it is repeated even after a replay has been claimed by somebody else")
    default void repeatedAfterAReplay() {
        Handle handle = givenRunning();
        Completed first = await(executions().complete(handle, Payload.text("first")));
        await(scope().operator().replay(handle.executionId(), ORDER));
        Handle replay = claimedByBert().handle();

        assertThat(await(executions().complete(handle, Payload.text("late")))).isEqualTo(first);

        assertThat(stateOf(handle.executionId())).isEqualTo(PublicState.ACTIVE);
        assertThat(await(executions().complete(replay, Payload.text("again"))).attemptIndex())
                .isEqualTo(1);
        assertThat(completions()).hasSize(2);
    }

    @Test
    @DisplayName("SDK-001 a worker claims, reports, and completes")
    default void aWorkersLife() {
        Handle handle = givenRunning(aSubmit().deadline(Duration.ofSeconds(60)));
        await(executions().progress(handle, Progress.percent(50)).thenReturn(true));
        await(executions().complete(handle));

        Execution stored = describe(handle.executionId());
        assertThat(stored.publicState()).isEqualTo(PublicState.COMPLETED);
        assertThat(stored.attempts().total()).isEqualTo(1);
    }

    @Test
    @DisplayName("a result of 1 MiB is stored, one byte more is refused by name, and nothing is written")
    default void resultLimit() {
        int most = (int) Limit.RESULT_BYTES.standard();
        Handle handle = givenRunning();
        Execution before = describe(handle.executionId());

        var error = errorOf(executions().complete(handle, Payload.bytes(new byte[most + 1])));
        assertThat(error.code()).isEqualTo(ErrorCode.PAYLOAD_TOO_LARGE);
        assertThat(error).hasMessageContainingAll("result", String.valueOf(most), String.valueOf(most + 1));
        assertThat(describe(handle.executionId())).isEqualTo(before);

        await(executions().complete(handle, Payload.bytes(new byte[most])));
        assertThat(await(executions().result(handle.executionId())).size()).isEqualTo(most);
    }
}
