package io.fluxfabric.engine.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.error.ErrorCode;
import io.fluxfabric.engine.event.OperatorEvent;
import io.fluxfabric.engine.execution.Submit;
import io.fluxfabric.engine.execution.SubmitOutcome;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.id.LaneId;
import io.fluxfabric.engine.lane.Lane;
import io.fluxfabric.engine.lane.LaneCount;
import io.fluxfabric.engine.lane.Lanes;
import io.fluxfabric.engine.lease.Handle;
import io.fluxfabric.engine.operator.Order;
import io.fluxfabric.engine.payload.Payload;
import io.fluxfabric.engine.reconcile.Reconcilers;
import io.fluxfabric.engine.state.LaneState;
import io.fluxfabric.engine.state.PublicState;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.test.StepVerifier;

/** What lanes promise. */
public interface LaneContract extends EngineFixture {

    default Lanes lanes() {
        return scope().lanes();
    }

    default List<LaneCount> counts() {
        return await(lanes().counts());
    }

    default LaneCount count(PublicState state, long executions) {
        return new LaneCount(LaneId.of(LANE), state, executions);
    }

    @Test
    @DisplayName("EXE-042 (target) lanes come by name, only those of the namespace")
    default void lists() {
        for (String lane : List.of("c", "a", "B", "e", "d")) {
            given(aSubmit().lane(lane));
        }

        assertThat(await(lanes().list()).stream().map(Lane::id).map(LaneId::value))
                .containsExactly("B", "a", "c", "d", "e");
        assertThat(await(engine().namespace("nobody-submits-here").lanes().list()))
                .isEmpty();
    }

    @Test
    @DisplayName("EXE-042 (target) more lanes than fit on a page come in order, none twice, as they are asked for")
    default void pages() {
        List<String> names =
                IntStream.range(0, 2005).mapToObj("lane-%04d"::formatted).toList();
        await(executions()
                .submitAll(Flux.fromIterable(names).map(name -> aSubmit().lane(name))));

        assertThat(await(lanes().list()).stream().map(Lane::id).map(LaneId::value))
                .containsExactlyElementsOf(names);
        StepVerifier.create(lanes().list().map(Lane::id).map(LaneId::value), 0)
                .thenRequest(2)
                .expectNext("lane-0000", "lane-0001")
                .thenRequest(1000)
                .expectNextCount(1000)
                .thenRequest(1)
                .expectNext("lane-1002")
                .thenCancel()
                .verify(PATIENCE);
    }

    @Test
    @DisplayName("a paused lane takes executions and hands out none until it is resumed")
    default void pauses() {
        ExecutionId id = givenWaiting();

        Lane paused = await(lanes().pause(LANE, ORDER));
        assertThat(paused)
                .isEqualTo(new Lane(LaneId.of(LANE), LaneState.PAUSED, clock().now(), Optional.of(ORDER.reason())));
        assertThat(await(lanes().list())).containsExactly(paused);
        givenWaiting();
        assertThat(await(executions().claim(aClaim().max(10)))).isEmpty();

        assertThat(await(lanes().resume(LANE, ORDER)).state()).isEqualTo(LaneState.ACTIVE);
        assertThat(claimedBy(aClaim()).executionId()).isEqualTo(id);
    }

    @Test
    @DisplayName("a draining lane hands out what it has and takes nothing more")
    default void drains() {
        ExecutionId id = givenWaiting();

        assertThat(await(lanes().drain(LANE, ORDER)).state()).isEqualTo(LaneState.DRAINING);
        assertThat(refusal(executions().submit(aSubmit())).code()).isEqualTo(ErrorCode.LANE_NOT_ACCEPTING);
        assertThat(claimedBy(aClaim()).executionId()).isEqualTo(id);
    }

    @Test
    @DisplayName("a draining lane still knows a key, but not when its window is over")
    default void forgetsKeys() {
        Submit keyed = aSubmit().idempotencyKey("invoice-A-1");
        ExecutionId id = given(keyed);
        await(lanes().drain(LANE, ORDER));

        assertThat(await(executions().submit(keyed))).isEqualTo(new SubmitOutcome.Duplicate(id));
        clock().advance(Duration.ofHours(24));
        assertThat(refusal(executions().submit(keyed)).code()).isEqualTo(ErrorCode.LANE_NOT_ACCEPTING);
    }

    @Test
    @DisplayName("a disabled lane neither takes nor hands out; other lanes and namespaces do")
    default void disables() {
        givenWaiting();

        assertThat(await(lanes().disable(LANE, ORDER)).state()).isEqualTo(LaneState.DISABLED);
        assertThat(refusal(executions().submit(aSubmit())).code()).isEqualTo(ErrorCode.LANE_NOT_ACCEPTING);
        assertThat(await(executions().claim(aClaim()))).isEmpty();
        given(aSubmit().lane("other"));
        await(engine().namespace("disables-nothing").executions().submit(aSubmit()));
    }

    @Test
    @DisplayName("what is held when its lane is paused can be completed")
    default void doesNotTouchWhatRuns() {
        Handle handle = givenRunning();
        await(lanes().pause(LANE, ORDER));

        await(executions().complete(handle, Payload.none()));
    }

    @Test
    @DisplayName("the first word about a lane registers it")
    default void registers() {
        await(lanes().pause("new-one", ORDER));

        assertThat(await(lanes().list()).stream().map(Lane::id)).containsExactly(LaneId.of("new-one"));
        given(aSubmit().lane("new-one"));
        assertThat(await(lanes().list()).get(0).state()).isEqualTo(LaneState.PAUSED);
    }

    @Test
    @DisplayName("every change is an event; saying it again is none, and keeps the first reason")
    default void events() {
        Lane first = await(lanes().pause(LANE, ORDER));
        clock().advance(Duration.ofSeconds(1));
        assertThat(await(lanes().pause(LANE, Order.by("otto", "me too")))).isEqualTo(first);
        await(lanes().drain(LANE, ORDER));
        await(lanes().disable(LANE, ORDER));
        await(lanes().resume(LANE, Order.by("otto", "")));

        List<OperatorEvent> events = await(scope().events().operators(Optional.empty()));
        assertThat(events.stream().map(OperatorEvent::type))
                .containsExactly("lane_paused", "lane_draining", "lane_disabled", "lane_resumed");
        assertThat(events).allSatisfy(event -> assertThat(event.lane()).contains(LaneId.of(LANE)));
        assertThat(events.get(0).reason()).contains(ORDER.reason());
        assertThat(events.get(3).actor()).isEqualTo("otto");
        assertThat(events.get(3).reason()).isEmpty();
    }

    @Test
    @DisplayName("a name that no lane can have is refused as a signal")
    default void checksTheName() {
        assertThat(refusal(lanes().pause("", ORDER)).code()).isEqualTo(ErrorCode.INVALID_INPUT);
        assertThat(refusal(lanes().resume("x".repeat(65), ORDER)).code()).isEqualTo(ErrorCode.INVALID_INPUT);
    }

    @Test
    @DisplayName("counts follow every move of an execution")
    default void countsFollow() {
        assertThat(counts()).isEmpty();
        given(aSubmit().delay(Duration.ofHours(1)));
        givenWaiting();
        ExecutionId cancelled = givenWaiting();
        Handle handle = claimedBy(aClaim()).handle();
        assertThat(counts())
                .containsExactlyInAnyOrder(
                        count(PublicState.DELAYED, 1), count(PublicState.WAITING, 1), count(PublicState.ACTIVE, 1));

        await(executions().complete(handle, Payload.none()));
        await(scope().operator().cancel(cancelled, ORDER));
        assertThat(counts())
                .containsExactlyInAnyOrder(
                        count(PublicState.DELAYED, 1),
                        count(PublicState.COMPLETED, 1),
                        count(PublicState.CANCELLED, 1));
    }

    @Test
    @DisplayName("folding changes no count, however often, and counting goes on behind it")
    default void folds() {
        givenWaiting();
        givenRunning(aSubmit().priority(1));
        List<LaneCount> before = counts();

        assertThat(await(engine().reconcilers().pass(Reconcilers.COUNT_FOLDING)).changed())
                .isPositive();
        assertThat(counts()).isEqualTo(before);
        assertThat(await(engine().reconcilers().pass(Reconcilers.COUNT_FOLDING)).scanned())
                .isZero();
        givenWaiting();
        assertThat(counts()).containsExactlyInAnyOrder(count(PublicState.WAITING, 2), count(PublicState.ACTIVE, 1));
        await(engine().reconcilers().pass(Reconcilers.COUNT_FOLDING));
        assertThat(counts()).containsExactlyInAnyOrder(count(PublicState.WAITING, 2), count(PublicState.ACTIVE, 1));
    }

    @Test
    @DisplayName("folding while executions move loses and doubles nothing")
    default void foldsUnderLoad() {
        await(Flux.range(0, 200)
                .flatMap(
                        n -> n % 10 == 0
                                ? engine().reconcilers()
                                        .pass(Reconcilers.COUNT_FOLDING)
                                        .then()
                                : executions().submit(aSubmit()).then(),
                        16)
                .then()
                .thenReturn(true));
        await(engine().reconcilers().pass(Reconcilers.COUNT_FOLDING));

        assertThat(counts()).containsExactly(count(PublicState.WAITING, 180));
    }
}
