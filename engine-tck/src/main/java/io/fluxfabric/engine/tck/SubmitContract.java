package io.fluxfabric.engine.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fluxfabric.engine.error.ConflictException;
import io.fluxfabric.engine.error.ErrorCode;
import io.fluxfabric.engine.error.StateException;
import io.fluxfabric.engine.error.ValidationException;
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
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;
import reactor.test.StepVerifier;

/** What submitting promises. */
public interface SubmitContract extends EngineFixture {

    default SubmitOutcome submitted(Submit submit) {
        return await(executions().submit(submit));
    }

    default void refused(Submit submit, ErrorCode code, String... words) {
        executions()
                .submit(submit)
                .as(StepVerifier::create)
                .expectErrorSatisfies(error -> assertThat(error)
                        .isInstanceOfSatisfying(ValidationException.class, wrong -> {
                            assertThat(wrong.code()).isEqualTo(code);
                            assertThat(wrong.getMessage()).contains(words);
                        }))
                .verify(PATIENCE);
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

    @ParameterizedTest(name = "EXE-007 the required capability \"{0}\" is refused")
    @ValueSource(strings = {"", "a,b", "a b", "a\tb", "a\u0000", "\u007f", "\u00a0"})
    default void badCapabilities(String token) {
        assertThatThrownBy(() -> aSubmit().requires("good", token))
                .isInstanceOfSatisfying(
                        ValidationException.class,
                        wrong -> assertThat(wrong.code()).isEqualTo(ErrorCode.INVALID_CAPABILITIES));
    }

    @Test
    @DisplayName("EXE-009 256 capabilities are stored, 257 are refused")
    default void capabilityLimits() {
        String[] most = IntStream.range(0, 256).mapToObj(n -> "c" + n).toArray(String[]::new);
        ExecutionId id = given(aSubmit().requires(most));
        assertThat(describe(id).required().tokens()).hasSize(256);

        String[] tooMany = IntStream.range(0, 257).mapToObj(n -> "c" + n).toArray(String[]::new);
        assertThatThrownBy(() -> aSubmit().requires(tooMany)).hasMessageContaining("257");
    }

    @Test
    @DisplayName("a payload of 1 MiB is stored, one byte more is refused by name, and nothing is written")
    default void payloadLimit() {
        given(aSubmit().payload(Payload.bytes(new byte[1 << 20])));
        ExecutionId id = ExecutionId.of(1, UUID.randomUUID());

        refused(
                aSubmit().payload(Payload.bytes(new byte[(1 << 20) + 1])).executionId(id),
                ErrorCode.PAYLOAD_TOO_LARGE,
                "payload",
                "1048576",
                "1048577");
        awaitEmpty(executions().state(id));
    }

    @Test
    @DisplayName("64 tags of 512 bytes are stored; one more tag or one more byte is refused")
    default void tagLimits() {
        Map<String, String> most = tags(64, 512);
        assertThat(describe(given(aSubmit().tags(most))).tags().asMap()).isEqualTo(most);

        refused(aSubmit().tags(tags(65, 1)), ErrorCode.INVALID_INPUT, "tags", "64", "65");
        refused(aSubmit().tags(tags(1, 513)), ErrorCode.INVALID_INPUT, "tags[", "512", "513");
    }

    private static Map<String, String> tags(int count, int bytes) {
        return IntStream.range(0, count)
                .boxed()
                .collect(java.util.stream.Collectors.toMap(n -> "t.n" + n, n -> "x".repeat(bytes)));
    }

    @Test
    @DisplayName("a tag key that is not allowed is refused at submit too")
    default void tagKeys() {
        assertThatThrownBy(() -> aSubmit().tags(Map.of("Cairn", "x"))).isInstanceOf(ValidationException.class);
    }

    @Test
    @DisplayName("a delay or a deadline beyond the limit is refused by name")
    default void farAway() {
        given(aSubmit().delay(Duration.ofDays(366)));
        refused(aSubmit().delay(Duration.ofDays(366).plusMillis(1)), ErrorCode.INVALID_INPUT, "startAt");
        refused(aSubmit().deadline(Duration.ofDays(367)), ErrorCode.INVALID_INPUT, "deadline");
        refused(aSubmit().startAt(java.time.Instant.MAX.minusSeconds(1)), ErrorCode.INVALID_INPUT, "startAt");
    }

    @Test
    @DisplayName("an id on a partition this database does not have is refused")
    default void foreignPartition() {
        refused(
                aSubmit().executionId(ExecutionId.of(256, UUID.randomUUID())),
                ErrorCode.INVALID_INPUT,
                "executionId",
                "256");
    }

    @Test
    @DisplayName("an id that another namespace has is not available, and nothing is said about its holder")
    default void idOfAnotherNamespace() {
        ExecutionId taken = given(aSubmit().executionId(ExecutionId.of(1, UUID.randomUUID())));

        engine().namespace(scope().namespace() + "-b")
                .executions()
                .submit(aSubmit().executionId(taken))
                .as(StepVerifier::create)
                .expectErrorSatisfies(error -> assertThat(error)
                        .isInstanceOf(ValidationException.class)
                        .hasMessageContaining("executionId")
                        .hasMessageNotContaining(scope().namespace() + " "))
                .verify(PATIENCE);
    }
}
