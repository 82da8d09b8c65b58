package io.fluxfabric.engine.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import io.fluxfabric.engine.error.ValidationException;
import io.fluxfabric.engine.event.CompletionEvent;
import io.fluxfabric.engine.event.Cursor;
import io.fluxfabric.engine.event.Events;
import io.fluxfabric.engine.event.LeaseEvent;
import io.fluxfabric.engine.event.OperatorEvent;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.id.LaneId;
import io.fluxfabric.engine.lease.Handle;
import io.fluxfabric.engine.policy.Failure;
import io.fluxfabric.engine.state.TerminalOutcome;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

/** What happened, as streams: complete, in order, resumable, and each namespace for itself. */
public interface EventContract extends EngineFixture {

    private Events events() {
        return scope().events();
    }

    private List<CompletionEvent> completions() {
        return await(events().completions(Optional.empty()));
    }

    private List<LeaseEvent> leases() {
        return await(events().leases(Optional.empty()));
    }

    @Test
    @DisplayName("SUB-001 an execution that completes is one event of success")
    default void completion() {
        assertThat(completions()).isEmpty();
        Handle handle = givenRunning();
        assertThat(completions()).isEmpty();
        clock().advance(Duration.ofSeconds(1));
        await(executions().complete(handle));

        assertThat(completions())
                .hasSize(1)
                .allSatisfy(event -> assertThat(event)
                        .isEqualTo(new CompletionEvent(
                                event.cursor(),
                                handle.executionId(),
                                LaneId.of(LANE),
                                aSubmit().kind(),
                                TerminalOutcome.SUCCESS,
                                Optional.empty(),
                                Optional.of(0),
                                1,
                                clock().now())));
    }

    @Test
    @DisplayName(
            "EXE-020 every way to end is one event with its outcome, and what was never claimed has no attempt in it")
    default void outcomes() {
        Handle failed = givenRunning();
        await(executions().fail(failed, Failure.permanent("no such address")));
        ExecutionId cancelled = givenWaiting();
        await(scope().operator().cancel(cancelled, ORDER));

        List<CompletionEvent> events = completions();
        assertThat(events).extracting(CompletionEvent::executionId).containsExactly(failed.executionId(), cancelled);
        assertThat(events)
                .extracting(CompletionEvent::outcome)
                .containsExactly(TerminalOutcome.FAILED, TerminalOutcome.CANCELLED);
        assertThat(events).extracting(CompletionEvent::attemptIndex).containsExactly(Optional.of(0), Optional.empty());
    }

    @Test
    @DisplayName("an execution that is replayed ends twice and is two events")
    default void twoEnds() {
        Handle handle = givenRunning();
        await(executions().complete(handle));
        await(scope().operator().replay(handle.executionId(), ORDER));
        await(executions().complete(claimedBy(aClaim()).handle()));

        assertThat(completions())
                .extracting(CompletionEvent::attemptIndex)
                .containsExactly(Optional.of(0), Optional.of(1));
    }

    @Test
    @DisplayName(
            "SUB-002 SUB-003 (target) without a cursor a stream begins with the first event; with one, right behind it")
    default void resume() {
        List<ExecutionId> ended = Stream.generate(this::givenRunning)
                .limit(3)
                .map(handle -> await(executions().complete(handle)).executionId())
                .toList();

        List<CompletionEvent> all = completions();
        assertThat(all).extracting(CompletionEvent::executionId).isEqualTo(ended);
        assertThat(await(events().completions(Optional.of(all.get(1).cursor()))))
                .containsExactly(all.get(2));

        Optional<Cursor> last = Optional.of(all.get(2).cursor());
        assertThat(await(events().completions(last))).isEmpty();
        Handle later = givenRunning();
        await(executions().complete(later));
        assertThat(await(events().completions(last)))
                .extracting(CompletionEvent::executionId)
                .containsExactly(later.executionId());
    }

    @Test
    @DisplayName("SUB-006 a namespace sees its own events and no other's")
    default void namespaces() {
        Handle handle = givenRunning();
        await(executions().complete(handle));
        await(scope().lanes().pause(LANE, ORDER));

        Events stranger = engine().namespace("stranger").events();

        assertThat(await(stranger.completions(Optional.empty()))).isEmpty();
        assertThat(await(stranger.leases(Optional.empty()))).isEmpty();
        assertThat(await(stranger.operators(Optional.empty()))).isEmpty();
    }

    @Test
    @DisplayName("EXE-018 SUB-007 (target) a lease that is claimed, renewed and completed was acquired and released")
    default void leaseHistory() {
        Handle handle = givenRunning();
        clock().advance(Duration.ofSeconds(1));
        await(scope().leases().renew(handle));
        await(executions().complete(handle));

        List<LeaseEvent> events = leases();

        assertThat(events)
                .containsExactly(
                        new LeaseEvent(
                                events.get(0).cursor(),
                                handle.executionId(),
                                LeaseEvent.Type.ACQUIRED,
                                Optional.of("fresh"),
                                0,
                                1,
                                Optional.of(ANNA),
                                clock().now().minusSeconds(1)),
                        new LeaseEvent(
                                events.get(1).cursor(),
                                handle.executionId(),
                                LeaseEvent.Type.RELEASED,
                                Optional.of("completed"),
                                0,
                                1,
                                Optional.of(ANNA),
                                clock().now()));
    }

    @Test
    @DisplayName("SUB-008 (target) a history of leases goes on behind the event whose cursor was kept")
    default void resumeLeases() {
        Handle handle = givenRunning();
        Optional<Cursor> acquired = Optional.of(leases().get(0).cursor());
        await(executions().release(handle, "no time"));
        claimedBy(aClaim().as(BERT));

        assertThat(await(events().leases(acquired)))
                .extracting(LeaseEvent::type, LeaseEvent::holder)
                .containsExactly(
                        tuple(LeaseEvent.Type.RELEASED, Optional.of(ANNA)),
                        tuple(LeaseEvent.Type.ACQUIRED, Optional.of(BERT)));
    }

    @Test
    @DisplayName("what an operator does is an event with actor, reason and details")
    default void operators() {
        ExecutionId id = givenWaiting();
        await(scope().operator().changePriority(id, 5, ORDER));
        await(scope().lanes().pause(LANE, ORDER));

        List<OperatorEvent> events = await(events().operators(Optional.empty()));

        assertThat(events).hasSize(2);
        OperatorEvent priority = events.get(0);
        assertThat(priority)
                .isEqualTo(new OperatorEvent(
                        priority.cursor(),
                        "priority_changed",
                        Optional.of(id),
                        priority.lane(),
                        "olga",
                        Optional.of("because"),
                        Map.of("old", "0", "new", "5"),
                        clock().now()));
        assertThat(events.get(1).type()).isEqualTo("lane_paused");
        assertThat(events.get(1).executionId()).isEmpty();
        assertThat(events.get(1).lane()).contains(LaneId.of(LANE));
        assertThat(await(events().operators(Optional.of(priority.cursor())))).containsExactly(events.get(1));
    }

    @Test
    @DisplayName("SUB-013 (target) a stream that is not read to its end can be read again, one event at a time")
    default void readAgain() {
        Stream.generate(this::givenRunning)
                .limit(3)
                .forEach(handle -> await(executions().complete(handle)));
        List<LeaseEvent> all = leases();

        assertThat(await(events().leases(Optional.empty()).take(2))).isEqualTo(all.subList(0, 2));
        assertThat(connectionsInUse()).isZero();
        StepVerifier.create(events().leases(Optional.empty()), 0)
                .thenRequest(1)
                .expectNext(all.get(0))
                .thenRequest(1)
                .expectNext(all.get(1))
                .thenCancel()
                .verify(PATIENCE);
        assertThat(leases()).isEqualTo(all);
    }

    @Test
    @DisplayName("more events than fit on a page come all, once each, and a cursor from the midst goes on there")
    default void manyEvents() {
        int count = 2_100;
        await(executions().submitAll(Flux.range(0, count).map(index -> aSubmit())));
        Stream.generate(() -> await(executions().claim(aClaim().max(700))))
                .limit(3)
                .forEach(claimed -> assertThat(claimed).hasSize(700));

        List<LeaseEvent> all = leases();

        Set<ExecutionId> distinct = new HashSet<>();
        all.forEach(event -> distinct.add(event.executionId()));
        assertThat(all).hasSize(count);
        assertThat(distinct).hasSize(count);
        assertThat(await(events().leases(Optional.of(all.get(1_234).cursor())))).isEqualTo(all.subList(1_235, count));
    }

    @Test
    @DisplayName("readers that follow writers who race miss nothing and see nothing twice")
    default void followRace() {
        int count = 200;
        await(executions().submitAll(Flux.range(0, count).map(index -> aSubmit())));
        Flux<LeaseEvent> following = Flux.defer(() -> {
            AtomicReference<@Nullable Cursor> place = new AtomicReference<>();
            return Flux.defer(() -> events().leases(Optional.ofNullable(place.get())))
                    .doOnNext(event -> place.set(event.cursor()))
                    .repeat()
                    .take(count);
        });
        Flux<?> claims = Flux.range(0, count).flatMap(index -> executions().claim(aClaim()), 16);

        List<LeaseEvent> followed = await(
                following.collectList().zipWith(claims.then(Mono.just(true))).map(both -> both.getT1()));

        assertThat(followed).isEqualTo(leases());
    }

    @Test
    @DisplayName("a cursor of another stream, of another namespace, or damaged, is refused by name")
    default void badCursors() {
        await(executions().complete(givenRunning()));
        Cursor lease = leases().get(0).cursor();
        String text = lease.value();

        refused(events().completions(Optional.of(lease)));
        refused(events().operators(Optional.of(lease)));
        refused(engine().namespace("stranger").events().leases(Optional.of(lease)));
        Stream.of("", "x", "\0", "\uD800", text + "A", text + "=", text.substring(1), "A" + text, "A".repeat(100_000))
                .forEach(bad -> refused(events().leases(Optional.of(new Cursor(bad)))));
    }

    private static void refused(Flux<?> stream) {
        stream.<Object>map(event -> event)
                .as(StepVerifier::create)
                .expectErrorSatisfies(error -> assertThat(error)
                        .isInstanceOfSatisfying(
                                ValidationException.class,
                                refused -> assertThat(refused.field()).isEqualTo("after")))
                .verify(PATIENCE);
    }
}
