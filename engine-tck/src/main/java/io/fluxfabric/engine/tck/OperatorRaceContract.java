package io.fluxfabric.engine.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.error.StateException;
import io.fluxfabric.engine.event.CompletionEvent;
import io.fluxfabric.engine.execution.Attempt;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.lease.Handle;
import io.fluxfabric.engine.payload.Payload;
import io.fluxfabric.engine.state.PublicState;
import io.fluxfabric.engine.state.TerminalOutcome;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** What an operator does while workers work. */
public interface OperatorRaceContract extends EngineFixture {

    int MANY = 100;

    private List<ExecutionId> givenMany() {
        return await(executions().submitAll(Flux.range(0, MANY).map(n -> aSubmit()))).stream()
                .map(outcome -> outcome.executionId())
                .toList();
    }

    private Map<ExecutionId, List<CompletionEvent>> completions() {
        return await(scope().events().completions(Optional.empty())).stream()
                .collect(Collectors.groupingBy(CompletionEvent::executionId));
    }

    @Test
    @DisplayName("cancel against complete: exactly one wins, and there is one completion event, the winner's")
    default void cancelAgainstComplete() {
        givenMany();
        List<Handle> handles = await(executions().claim(aClaim().max(MANY)).map(claimed -> claimed.handle()));

        Map<ExecutionId, Long> winners = await(Flux.fromIterable(handles)
                        .flatMap(
                                handle -> Flux.merge(
                                        executions()
                                                .complete(handle, Payload.none())
                                                .map(done -> done.executionId())
                                                .onErrorResume(StateException.class, lost -> Mono.empty()),
                                        scope().operator()
                                                .cancel(handle.executionId(), ORDER)
                                                .map(done -> done.executionId())
                                                .onErrorResume(StateException.class, lost -> Mono.empty())),
                                32))
                .stream()
                .collect(Collectors.groupingBy(id -> id, Collectors.counting()));

        assertThat(winners).hasSize(MANY);
        assertThat(winners.values()).containsOnly(1L);
        Map<ExecutionId, List<CompletionEvent>> completions = completions();
        assertThat(completions).hasSize(MANY);
        completions.forEach((id, events) -> assertThat(events)
                .singleElement()
                .satisfies(event -> assertThat(event.outcome() == TerminalOutcome.SUCCESS)
                        .isEqualTo(stateOf(id) == PublicState.COMPLETED)));
    }

    @Test
    @DisplayName("cancel against claim: every execution ends cancelled, and no attempt of it goes on")
    default void cancelAgainstClaim() {
        List<ExecutionId> ids = givenMany();

        await(Flux.merge(
                        Flux.range(0, MANY).flatMap(n -> executions().claim(aClaim()), 8),
                        Flux.fromIterable(ids).flatMap(id -> scope().operator().cancel(id, ORDER), 8))
                .then(Mono.just(true)));

        for (ExecutionId id : ids) {
            assertThat(stateOf(id)).isEqualTo(PublicState.CANCELLED);
            assertThat(attemptsOf(id).stream().map(Attempt::endedAt)).allMatch(Optional::isPresent);
        }
        assertThat(completions()).hasSize(MANY);
    }

    @Test
    @DisplayName("many cancels of one execution are one cancellation")
    default void cancelsAtOnce() {
        ExecutionId id = givenWaiting();

        assertThat(await(Flux.range(0, 20).flatMap(n -> scope().operator().cancel(id, ORDER))).stream()
                        .distinct())
                .hasSize(1);
        assertThat(completionsOf(id)).hasSize(1);
        assertThat(operatorEventsOf(id)).hasSize(1);
    }
}
