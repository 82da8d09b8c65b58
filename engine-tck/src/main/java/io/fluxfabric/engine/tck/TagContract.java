package io.fluxfabric.engine.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.error.ErrorCode;
import io.fluxfabric.engine.error.NotFoundException;
import io.fluxfabric.engine.error.ValidationException;
import io.fluxfabric.engine.execution.Execution;
import io.fluxfabric.engine.execution.ExecutionSummary;
import io.fluxfabric.engine.execution.Executions;
import io.fluxfabric.engine.execution.ListExecutions;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.lease.Handle;
import io.fluxfabric.engine.state.PublicState;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

/** Tags: set, read, found by, removed; at any time of an execution's life. */
public interface TagContract extends EngineFixture {

    private void setTag(ExecutionId id, String key, String value) {
        awaitEmpty(executions().setTag(id, key, value));
    }

    private static <T extends Throwable> T errorOf(Publisher<?> publisher, Class<T> type) {
        Throwable[] seen = new Throwable[1];
        Flux.from(publisher)
                .<Object>map(value -> value)
                .as(StepVerifier::create)
                .expectErrorSatisfies(error -> {
                    assertThat(error).isInstanceOf(type);
                    seen[0] = error;
                })
                .verify(PATIENCE);
        return type.cast(seen[0]);
    }

    @Test
    @DisplayName("EXE-038 a tag is set, overwritten and read; one that was not set is absent")
    default void setAndGet() {
        ExecutionId id = givenWaiting();
        setTag(id, "cairn.session_id", "s-1");
        setTag(id, "cairn.session_id", "s-2");
        setTag(id, "cairn.other", "");

        assertThat(await(executions().tag(id, "cairn.session_id"))).isEqualTo("s-2");
        assertThat(await(executions().tag(id, "cairn.other"))).isEmpty();
        awaitEmpty(executions().tag(id, "cairn.unset"));
        assertThat(describe(id).tags().asMap()).isEqualTo(Map.of("cairn.session_id", "s-2", "cairn.other", ""));
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "",
                "Cairn.x",
                "cairn",
                "cairn.",
                "cairn..x",
                "1cairn.x",
                "cairn.foo bar",
                "cairn.Foo",
                "cairn.foo-bar",
                ".x",
                "cairn.x\n",
                "cairn.x\0",
                "caïrn.x",
                "cairn.\uD800"
            })
    @DisplayName("EXE-039 (target) a key of another form is refused as InvalidTagKey, and nothing is stored")
    default void badKeys(String key) {
        ExecutionId id = givenWaiting();
        Execution before = describe(id);

        for (Publisher<?> call : List.<Publisher<?>>of(
                executions().setTag(id, key, "x"),
                executions().tag(id, key),
                executions().removeTag(id, key))) {
            ValidationException refused = errorOf(call, ValidationException.class);
            assertThat(refused.code()).isEqualTo(ErrorCode.INVALID_TAG_KEY);
            assertThat(refused.field()).isEqualTo("tag key");
        }
        assertThat(describe(id)).isEqualTo(before);
    }

    @Test
    @DisplayName("a key has at most 128 bytes")
    default void keyLength() {
        ExecutionId id = givenWaiting();
        setTag(id, "a." + "b".repeat(126), "x");

        ValidationException refused =
                errorOf(executions().setTag(id, "a." + "b".repeat(127), "x"), ValidationException.class);
        assertThat(refused.code()).isEqualTo(ErrorCode.INVALID_TAG_KEY);
        assertThat(refused.details()).containsEntry("limit", "128").containsEntry("actual", "129");
    }

    @Test
    @DisplayName("a value has at most 512 bytes, and neither NUL nor a lone surrogate")
    default void values() {
        ExecutionId id = givenWaiting();
        setTag(id, "a.b", "ü".repeat(256));
        assertThat(await(executions().tag(id, "a.b"))).isEqualTo("ü".repeat(256));

        for (String bad : List.of("ü".repeat(256) + "x", "x\0", "\uDC00")) {
            assertThat(errorOf(executions().setTag(id, "a.b", bad), ValidationException.class)
                            .field())
                    .isEqualTo("tags[a.b]");
        }
        assertThat(await(executions().tag(id, "a.b"))).isEqualTo("ü".repeat(256));
    }

    @Test
    @DisplayName("an execution has at most 64 tags; one of them can still be changed, and another after one is removed")
    default void count() {
        ExecutionId id = given(aSubmit()
                .tags(IntStream.range(0, 63)
                        .boxed()
                        .collect(Collectors.toMap(index -> "a.t" + index, String::valueOf))));
        setTag(id, "a.last", "x");

        ValidationException refused = errorOf(executions().setTag(id, "a.more", "x"), ValidationException.class);
        assertThat(refused.field()).isEqualTo("tags");
        assertThat(refused.details()).containsEntry("limit", "64");

        setTag(id, "a.last", "y");
        assertThat(await(executions().removeTag(id, "a.t0"))).isTrue();
        setTag(id, "a.more", "x");
        assertThat(describe(id).tags().size()).isEqualTo(64);
    }

    @Test
    @DisplayName("calls that race for the last tags stay within the limit")
    default void countRace() {
        ExecutionId id = given(aSubmit()
                .tags(IntStream.range(0, 60)
                        .boxed()
                        .collect(Collectors.toMap(index -> "a.t" + index, String::valueOf))));

        List<Boolean> stored = await(Flux.range(0, 16)
                .flatMap(
                        index -> executions()
                                .setTag(id, "b.t" + index, "x")
                                .thenReturn(true)
                                .onErrorReturn(ValidationException.class, false),
                        16));

        assertThat(stored).filteredOn(done -> done).hasSize(4);
        assertThat(describe(id).tags().size()).isEqualTo(64);
    }

    @Test
    @DisplayName("EXE-040 setting or removing a tag of an execution that is not there is NotFound, reading it is empty")
    default void missing() {
        ExecutionId unknown = ExecutionId.of(0, UUID.randomUUID());
        ExecutionId foreign = given(aSubmit().tags(Map.of("a.b", "c")));
        Executions stranger = engine().namespace("stranger").executions();

        assertThat(errorOf(executions().setTag(unknown, "a.b", "x"), NotFoundException.class)
                        .entity())
                .isEqualTo("execution");
        errorOf(executions().removeTag(unknown, "a.b"), NotFoundException.class);
        errorOf(stranger.setTag(foreign, "a.b", "x"), NotFoundException.class);
        errorOf(stranger.removeTag(foreign, "a.b"), NotFoundException.class);
        awaitEmpty(executions().tag(unknown, "a.b"));
        awaitEmpty(stranger.tag(foreign, "a.b"));
        assertThat(await(executions().tag(foreign, "a.b"))).isEqualTo("c");
    }

    @Test
    @DisplayName("removing a tag says whether it was there; only then the execution has changed")
    default void remove() {
        ExecutionId id = given(aSubmit().tags(Map.of("a.b", "c")));
        long before = describe(id).version();
        clock().advance(Duration.ofSeconds(1));

        assertThat(await(executions().removeTag(id, "a.x"))).isFalse();
        assertThat(describe(id).version()).isEqualTo(before);

        assertThat(await(executions().removeTag(id, "a.b"))).isTrue();
        awaitEmpty(executions().tag(id, "a.b"));
        assertThat(describe(id).version()).isGreaterThan(before);
        assertThat(describe(id).times().lastMutationAt()).isEqualTo(clock().now());
        assertThat(describe(id).times().lastTransitionAt())
                .isEqualTo(clock().now().minusSeconds(1));
    }

    @Test
    @DisplayName("tags can be set while an execution runs and after its end, and disturb neither")
    default void anyPhase() {
        Handle handle = givenRunning();
        setTag(handle.executionId(), "a.running", "x");
        await(executions().complete(handle));
        setTag(handle.executionId(), "a.ended", "x");

        assertThat(stateOf(handle.executionId())).isEqualTo(PublicState.COMPLETED);
        assertThat(describe(handle.executionId()).tags().asMap()).containsOnlyKeys("a.running", "a.ended");
    }

    @Test
    @DisplayName("executions are found by a tag that was set, changed or removed later")
    default void lookup() {
        ExecutionId id = givenWaiting();
        setTag(id, "a.b", "c");
        assertThat(tagged("a.b", "c")).containsExactly(id);
        setTag(id, "a.b", "d");
        assertThat(tagged("a.b", "c")).isEmpty();
        assertThat(tagged("a.b", "d")).containsExactly(id);
        assertThat(await(executions().removeTag(id, "a.b"))).isTrue();
        assertThat(tagged("a.b", "d")).isEmpty();
    }

    private List<ExecutionId> tagged(String key, String value) {
        return await(executions().list(ListExecutions.all().tagged(key, value)).map(ExecutionSummary::id));
    }

    @Test
    @DisplayName("the tag that events carry follows its changes; the audit compares the two")
    default void instanceTag() {
        ExecutionId removed = given(aSubmit().tags(Map.of("cairn.instance_id", "i-1")));
        assertThat(await(executions().removeTag(removed, "cairn.instance_id"))).isTrue();
        ExecutionId changed = given(aSubmit().tags(Map.of("cairn.instance_id", "i-1")));
        setTag(changed, "cairn.instance_id", "i-2");
        setTag(changed, "a.b", "other");
        ExecutionId added = givenWaiting();
        setTag(added, "cairn.instance_id", "i-3");

        assertThat(await(executions().tag(changed, "cairn.instance_id"))).isEqualTo("i-2");
        assertThat(await(engine().audit())).isEmpty();
    }

    @Test
    @DisplayName("the same tag set by many at once has one of their values")
    default void setRace() {
        ExecutionId id = givenWaiting();
        await(Flux.range(0, 32)
                .flatMap(index -> executions().setTag(id, "a.b", "v" + index).thenReturn(index), 16));

        assertThat(await(executions().tag(id, "a.b"))).matches("v\\d+");
        assertThat(await(Mono.from(executions().describe(id))).tags().size()).isEqualTo(1);
    }
}
