package io.fluxfabric.engine.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.error.ErrorCode;
import io.fluxfabric.engine.error.ExecutionNotActiveException;
import io.fluxfabric.engine.event.CompletionEvent;
import io.fluxfabric.engine.execution.Cancelled;
import io.fluxfabric.engine.execution.Claimed;
import io.fluxfabric.engine.execution.Completed;
import io.fluxfabric.engine.execution.FailOutcome;
import io.fluxfabric.engine.lease.Handle;
import io.fluxfabric.engine.payload.Payload;
import io.fluxfabric.engine.policy.Failure;
import io.fluxfabric.engine.policy.Retry;
import io.fluxfabric.engine.state.PublicState;
import io.fluxfabric.engine.state.TerminalOutcome;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Verbs of holders that meet: one of them wins, and everybody hears which. */
public interface HolderRaceContract extends HolderFixture {

    int CALLERS = 64;

    private static Flux<Object> together(Flux<Mono<?>> calls) {
        return calls.flatMap(
                call -> call.subscribeOn(Schedulers.parallel())
                        .map(answer -> (Object) answer)
                        .onErrorResume(Mono::just),
                CALLERS);
    }

    @Test
    @DisplayName("64 completions by one handle: one result, one event, and the same answer for all")
    default void completeAgainstComplete() {
        Handle handle = givenRunning();

        List<Object> answers = await(together(Flux.range(0, CALLERS)
                .map(caller -> executions().complete(handle, Payload.text("by " + caller)))));

        assertThat(answers).hasSize(CALLERS).hasOnlyElementsOfType(Completed.class);
        assertThat(answers.stream().collect(Collectors.toSet())).hasSize(1);
        assertThat(completions()).hasSize(1);
        assertThat(leaseEvents()).hasSize(2);
        assertThat(await(executions().result(handle.executionId())).asText()).startsWith("by ");
    }

    @Test
    @DisplayName("64 completions against 64 cancels: exactly one kind wins, and the losers hear which")
    default void completeAgainstCancel() {
        for (int round = 0; round < 5; round++) {
            Handle handle = givenRunning();

            List<Object> answers = await(together(Flux.range(0, 2 * CALLERS)
                    .map(caller -> caller % 2 == 0
                            ? executions().complete(handle, Payload.text("done"))
                            : executions().cancel(handle, "stop"))));

            boolean completed = stateOf(handle.executionId()) == PublicState.COMPLETED;
            assertThat(answers).filteredOn(Completed.class::isInstance).hasSize(completed ? CALLERS : 0);
            assertThat(answers).filteredOn(Cancelled.class::isInstance).hasSize(completed ? 0 : CALLERS);
            assertThat(answers)
                    .filteredOn(ExecutionNotActiveException.class::isInstance)
                    .hasSize(CALLERS)
                    .allSatisfy(error -> assertThat(((ExecutionNotActiveException) error).terminalOutcome())
                            .isEqualTo(completed ? "success" : "cancelled"));
        }
        assertThat(completions()).hasSize(5);
    }

    @Test
    @DisplayName("a completion against an operator's cancel: exactly one wins, with one event")
    default void completeAgainstOperator() {
        for (int round = 0; round < 10; round++) {
            Handle handle = givenRunning();

            List<Object> answers = await(together(Flux.just(
                    executions().complete(handle, Payload.text("done")),
                    scope().operator().cancel(handle.executionId(), ORDER))));

            boolean completed = stateOf(handle.executionId()) == PublicState.COMPLETED;
            assertThat(answers)
                    .hasSize(2)
                    .hasAtLeastOneElementOfType(completed ? Completed.class : Cancelled.class)
                    .hasAtLeastOneElementOfType(ExecutionNotActiveException.class);
        }
        assertThat(completions()).hasSize(10);
    }

    @Test
    @DisplayName("every verb at once by one handle: the lease ends once, one way")
    default void everythingAtOnce() {
        for (int round = 0; round < 5; round++) {
            Handle handle = givenRunning(aSubmit().retry(Retry.fixed(Duration.ofHours(1))));

            await(together(Flux.range(0, 4)
                    .concatMapIterable(each -> verbs())
                    .map(verb -> verb.call().apply(handle))));

            assertThat(errorOf(scope().leases().renew(handle)).code()).isEqualTo(ErrorCode.EXECUTION_NOT_ACTIVE);
            long ends = await(scope().events()
                            .leases(java.util.Optional.empty())
                            .filter(event -> event.executionId().equals(handle.executionId())))
                    .size();
            assertThat(ends).as("acquired and released").isEqualTo(2);
            boolean over = describe(handle.executionId()).times().terminalAt().isPresent();
            assertThat(completions())
                    .filteredOn(event -> event.executionId().equals(handle.executionId()))
                    .hasSize(over ? 1 : 0);
            if (!over) {
                await(scope().operator().cancel(handle.executionId(), ORDER));
            }
        }
    }

    @Test
    @DisplayName("64 failures by one handle are one retry, with one retry time for all")
    default void failAgainstFail() {
        Handle handle =
                givenRunning(aSubmit().retry(Retry.fixed(Duration.ofMinutes(10)).jitter()));

        List<Object> answers = await(together(
                Flux.range(0, CALLERS).map(caller -> executions().fail(handle, Failure.transientFailure("flaky")))));

        assertThat(answers).hasSize(CALLERS).hasOnlyElementsOfType(FailOutcome.RetryScheduled.class);
        assertThat(answers.stream().collect(Collectors.toSet())).hasSize(1);
        assertThat(describe(handle.executionId()).attempts().retries()).isEqualTo(1);
    }

    @Test
    @DisplayName("64 executions completed at once are 64 completions")
    default void manyAtOnce() {
        await(executions().submitAll(Flux.range(0, CALLERS).map(each -> aSubmit())));
        List<Handle> handles = await(executions().claim(aClaim().max(CALLERS)).map(Claimed::handle));

        List<Object> answers = await(together(Flux.fromIterable(handles).map(executions()::complete)));

        assertThat(answers).hasSize(CALLERS).hasOnlyElementsOfType(Completed.class);
        assertThat(completions())
                .extracting(CompletionEvent::outcome)
                .hasSize(CALLERS)
                .containsOnly(TerminalOutcome.SUCCESS);
    }
}
