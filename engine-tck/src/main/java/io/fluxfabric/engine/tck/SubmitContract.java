package io.fluxfabric.engine.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.error.ConflictException;
import io.fluxfabric.engine.error.ErrorCode;
import io.fluxfabric.engine.error.StateException;
import io.fluxfabric.engine.execution.Execution;
import io.fluxfabric.engine.execution.Submit;
import io.fluxfabric.engine.execution.SubmitOutcome;
import io.fluxfabric.engine.execution.SubmitOutcome.Created;
import io.fluxfabric.engine.execution.SubmitOutcome.Duplicate;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.id.LaneId;
import io.fluxfabric.engine.lane.Lane;
import io.fluxfabric.engine.payload.Payload;
import io.fluxfabric.engine.policy.ExecutionPolicy;
import io.fluxfabric.engine.state.BlockingReason;
import io.fluxfabric.engine.state.PublicState;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.test.StepVerifier;

/** What submitting promises. */
public interface SubmitContract extends EngineFixture {

    default SubmitOutcome submitted(Submit submit) {
        return await(executions().submit(submit));
    }

    @Test
    @DisplayName("EXE-001 a new execution waits for a worker, and its lane is registered")
    default void created() {
        ExecutionId id = ExecutionId.of(7, UUID.randomUUID());

        assertThat(submitted(aSubmit().executionId(id))).isEqualTo(new Created(id, PublicState.WAITING));

        Execution stored = describe(id);
        assertThat(stored.lane()).isEqualTo(LaneId.of(LANE));
        assertThat(stored.namespace()).isEqualTo(scope().namespace());
        assertThat(stored.blockingReason()).isEqualTo(BlockingReason.WAITING_FOR_WORKER);
        assertThat(stored.times().createdAt()).isEqualTo(clock().now());
        assertThat(await(scope().lanes().list()).stream().map(Lane::id)).containsExactly(LaneId.of(LANE));
    }

    @Test
    @DisplayName("EXE-002 the same id again is a duplicate that changes nothing")
    default void sameId() {
        ExecutionId id = given(aSubmit().priority(5).executionId(ExecutionId.of(3, UUID.randomUUID())));
        Execution before = describe(id);
        clock().advance(Duration.ofSeconds(1));

        assertThat(submitted(aSubmit().priority(9).executionId(id))).isEqualTo(new Duplicate(id));
        assertThat(describe(id)).isEqualTo(before);
        assertThat(await(scope().lanes().list())).hasSize(1);
    }

    @Test
    @DisplayName("EXE-005 an execution with a start in the future is delayed and not claimable")
    default void delayed() {
        Created created = (Created) submitted(aSubmit().delay(Duration.ofMinutes(5)));

        assertThat(created.publicState()).isEqualTo(PublicState.DELAYED);
        Execution stored = describe(created.executionId());
        assertThat(stored.blockingReason()).isEqualTo(BlockingReason.WAITING_FOR_DELAY);
        assertThat(stored.blockingDetail())
                .hasValueSatisfying(detail -> assertThat(detail).startsWith("delayed until "));
        assertThat(stored.times().delayUntil()).contains(clock().now().plus(Duration.ofMinutes(5)));
        assertThat(await(executions().claim(aClaim()))).isEmpty();
    }

    @Test
    @DisplayName("a start in the past, or just now, is no delay")
    default void pastDelay() {
        assertThat(submitted(aSubmit().startAt(clock().now().minusSeconds(1))).kind())
                .isEqualTo(SubmitOutcome.Kind.CREATED);
        Created now = (Created) submitted(aSubmit().startAt(clock().now()));
        assertThat(now.publicState()).isEqualTo(PublicState.WAITING);
        assertThat(describe(now.executionId()).times().delayUntil()).isEmpty();
    }

    @Test
    @DisplayName("EXE-010 a deadline is stored as given; one of the policy counts from now")
    default void deadlines() {
        ExecutionId given = given(aSubmit().deadline(clock().now().plusSeconds(90)));
        ExecutionId ofPolicy =
                given(aSubmit().policy(ExecutionPolicy.defaults().withExecutionDeadline(Duration.ofMinutes(3))));

        assertThat(describe(given).times().deadline()).contains(clock().now().plusSeconds(90));
        assertThat(describe(ofPolicy).times().deadline()).contains(clock().now().plusSeconds(180));
    }

    @Test
    @DisplayName("priority is clamped, not refused")
    default void priority() {
        assertThat(describe(given(aSubmit().priority(-5))).priority().value()).isZero();
        assertThat(describe(given(aSubmit().priority(10_000))).priority().value())
                .isEqualTo(9000);
    }

    @Test
    @DisplayName("a payload comes back byte for byte, and no payload is not an empty one")
    default void payloads() {
        byte[] every = new byte[256];
        IntStream.range(0, 256).forEach(value -> every[value] = (byte) value);

        assertThat(await(executions().payload(given(aSubmit().payload(Payload.bytes(every, "x/y"))))))
                .isEqualTo(Payload.bytes(every, "x/y"));
        assertThat(await(executions().payload(given(aSubmit().payload(Payload.empty())))))
                .isEqualTo(Payload.empty());
        assertThat(await(executions().payload(givenWaiting()))).isEqualTo(Payload.none());
    }

    @Test
    @DisplayName("the same key finds the first execution, in its namespace and window only")
    default void idempotencyKey() {
        Submit keyed = aSubmit().idempotencyKey("invoice-A-1");
        ExecutionId first = given(keyed);

        assertThat(submitted(keyed)).isEqualTo(new Duplicate(first));
        SubmitOutcome elsewhere = await(
                engine().namespace(scope().namespace() + "-b").executions().submit(keyed));
        assertThat(elsewhere.kind()).isEqualTo(SubmitOutcome.Kind.CREATED);

        clock().advance(Duration.ofHours(24).minusMillis(1));
        assertThat(submitted(keyed)).isEqualTo(new Duplicate(first));
        clock().advance(Duration.ofMillis(1));
        assertThat(submitted(keyed).kind()).isEqualTo(SubmitOutcome.Kind.CREATED);
    }

    @Test
    @DisplayName("the same key with another request is a conflict that names the first execution and writes nothing")
    default void idempotencyMismatch() {
        ExecutionId first = given(aSubmit().idempotencyKey("k").payload(Payload.text("a")));
        ExecutionId other = ExecutionId.of(1, UUID.randomUUID());

        executions()
                .submit(aSubmit().idempotencyKey("k").payload(Payload.text("b")).executionId(other))
                .as(StepVerifier::create)
                .expectErrorSatisfies(error -> {
                    assertThat(error).isInstanceOf(ConflictException.class).hasMessageContaining(first.toString());
                    assertThat(((ConflictException) error).code()).isEqualTo(ErrorCode.IDEMPOTENCY_MISMATCH);
                })
                .verify(PATIENCE);
        awaitEmpty(executions().state(other));
    }

    @Test
    @DisplayName("an empty key is no key")
    default void emptyKey() {
        assertThat(given(aSubmit().idempotencyKey("")))
                .isNotEqualTo(given(aSubmit().idempotencyKey("")));
    }

    @Test
    @DisplayName("1000 concurrent submits of one key make one execution")
    default void concurrentKey() {
        List<SubmitOutcome> outcomes = await(Flux.range(0, 1000)
                .flatMap(each -> executions().submit(aSubmit().idempotencyKey("one")), 1000));

        assertThat(outcomes).hasSize(1000);
        assertThat(outcomes.stream().filter(Created.class::isInstance)).hasSize(1);
        assertThat(outcomes.stream().map(SubmitOutcome::executionId).distinct()).hasSize(1);
    }

    @Test
    @DisplayName("many are stored in order, with an outcome each, duplicates among them found")
    default void bulk() {
        ExecutionId before = given(aSubmit().idempotencyKey("there"));
        List<Submit> requests = List.of(
                aSubmit().idempotencyKey("new"),
                aSubmit().idempotencyKey("there"),
                aSubmit(),
                aSubmit().idempotencyKey("new"),
                aSubmit().delay(Duration.ofSeconds(1)));

        List<SubmitOutcome> outcomes = await(executions().submitAll(Flux.fromIterable(requests)));

        assertThat(outcomes.stream().map(SubmitOutcome::kind))
                .containsExactly(
                        SubmitOutcome.Kind.CREATED,
                        SubmitOutcome.Kind.DUPLICATE,
                        SubmitOutcome.Kind.CREATED,
                        SubmitOutcome.Kind.DUPLICATE,
                        SubmitOutcome.Kind.CREATED);
        assertThat(outcomes.get(1).executionId()).isEqualTo(before);
        assertThat(outcomes.get(3).executionId()).isEqualTo(outcomes.get(0).executionId());
        assertThat(stateOf(outcomes.get(4).executionId())).isEqualTo(PublicState.DELAYED);
    }

    @Test
    @DisplayName("2500 are stored by demand: asking for one reads no more than its batch")
    default void bulkHonoursDemand() {
        var asked = new java.util.concurrent.atomic.AtomicInteger();
        Flux<Submit> source = Flux.range(0, 2500).map(each -> {
            asked.incrementAndGet();
            return aSubmit();
        });

        StepVerifier.create(executions().submitAll(source), 1)
                .expectNextCount(1)
                .then(() -> assertThat(asked.get()).isLessThanOrEqualTo(2000))
                .thenRequest(Long.MAX_VALUE)
                .expectNextCount(2499)
                .expectComplete()
                .verify(PATIENCE);
    }

    @Test
    @DisplayName("a draining lane takes nothing, a paused one does")
    default void closedLanes() {
        await(scope().lanes().drain(LANE, ORDER));
        executions()
                .submit(aSubmit().idempotencyKey("k"))
                .as(StepVerifier::create)
                .expectErrorSatisfies(error -> assertThat(error)
                        .isInstanceOfSatisfying(
                                StateException.class,
                                closed -> assertThat(closed.code()).isEqualTo(ErrorCode.LANE_NOT_ACCEPTING)))
                .verify(PATIENCE);

        await(scope().lanes().pause(LANE, ORDER));
        assertThat(submitted(aSubmit().idempotencyKey("k")).kind())
                .as("the refused submit did not use up its key")
                .isEqualTo(SubmitOutcome.Kind.CREATED);
    }
}
