package io.fluxfabric.engine.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.execution.Attempt;
import io.fluxfabric.engine.execution.Execution;
import io.fluxfabric.engine.execution.FailOutcome;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.payload.Codec;
import io.fluxfabric.engine.payload.Payload;
import io.fluxfabric.engine.policy.Failure;
import io.fluxfabric.engine.policy.FailureClass;
import io.fluxfabric.engine.policy.Retry;
import io.fluxfabric.engine.reconcile.Reconcilers;
import io.fluxfabric.engine.state.PublicState;
import io.fluxfabric.engine.task.TaskContext;
import io.fluxfabric.engine.task.TaskHandler;
import io.fluxfabric.engine.task.WorkerEvent;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;
import reactor.core.scheduler.Schedulers;

/** What becomes of work that cannot be done. */
public interface WorkerFailureContract extends WorkerRuntimeFixture {

    Retry TWICE_AT_ONCE = Retry.fixed(Duration.ZERO).max(2);

    /** A payload. */
    record Address(String street, int number) {}

    /** A result that has no end when it is written. */
    record Endless() {
        public Endless self() {
            return this;
        }

        public Endless getSelf() {
            return self();
        }
    }

    private WorkerEvent.Failed failureOf(TaskHandler handler) {
        given(aSubmit());
        ObservedWorker worker = running(aWorker().handle(KIND, handler));
        WorkerEvent.Failed failed = worker.await(WorkerEvent.Failed.class);
        worker.cancelAndAwait();
        return failed;
    }

    @Test
    @DisplayName("SDK-011: an error is tried again as the policy says, each time as a new attempt")
    default void retries() {
        ExecutionId id = given(aSubmit().retry(TWICE_AT_ONCE));
        ObservedWorker worker = running(aWorker()
                .handle(
                        KIND,
                        task -> task.attempt() < 2
                                ? Mono.error(new IllegalStateException("attempt " + task.attempt()))
                                : Mono.just("done after " + task.retries())));
        worker.await(WorkerEvent.Completed.class);

        assertThat(await(executions().result(id)).as(String.class)).isEqualTo("done after 2");
        assertThat(worker.events(WorkerEvent.Failed.class))
                .extracting(failed -> failed.outcome().kind())
                .containsExactly(FailOutcome.Kind.RETRY_SCHEDULED, FailOutcome.Kind.RETRY_SCHEDULED);
        assertThat(attemptsOf(id)).hasSize(3);
    }

    @Test
    @DisplayName("an error that is permanent ends the execution, though retries are left; what was said last counts")
    default void permanent() {
        ExecutionId bad = given(aSubmit().kind("bad").retry(TWICE_AT_ONCE));
        ExecutionId slow = given(aSubmit().kind("slow"));
        ExecutionId own = given(aSubmit().kind("own").retry(TWICE_AT_ONCE));
        ObservedWorker worker = running(aWorker()
                .handle("bad", task -> Mono.error(new IllegalArgumentException("no such street")))
                .handle("slow", task -> Mono.error(new TimeoutException("too slow")))
                .handle("own", task -> Mono.error(new UnsupportedOperationException("mine")))
                .permanentOn(RuntimeException.class)
                .transientOn(UnsupportedOperationException.class)
                .classify(error -> error instanceof UnsupportedOperationException
                        ? Optional.of(Failure.permanent("of my own").withCategory("mine"))
                        : Optional.empty()));
        worker.await(WorkerEvent.Failed.class, 3);

        assertThat(describe(bad).failure().map(Execution.FailureNote::reason))
                .contains("java.lang.IllegalArgumentException: no such street");
        assertThat(attemptsOf(bad)).hasSize(1);
        assertThat(stateOf(slow)).isEqualTo(PublicState.FAILED);
        assertThat(worker.events(WorkerEvent.Failed.class))
                .extracting(failed -> failed.failure().failureClass())
                .contains(FailureClass.TIMEOUT, FailureClass.PERMANENT);
        assertThat(describe(own).failure().flatMap(Execution.FailureNote::category))
                .contains("mine");
    }

    @Test
    @DisplayName("a handler that throws, returns null, or meets a missing class fails its attempt and nothing else")
    default void badHandlers() {
        given(aSubmit().kind("throws"));
        given(aSubmit().kind("null"));
        given(aSubmit().kind("missing"));
        given(aSubmit().kind("deep"));
        ObservedWorker worker = running(aWorker()
                .concurrency(1)
                .handle("throws", task -> {
                    throw new IllegalStateException("thrown");
                })
                .handle("null", WorkerFailureContract::nothing)
                .handle("missing", task -> {
                    throw new NoClassDefFoundError("com/example/Gone");
                })
                .handle(
                        "deep",
                        task -> Mono.fromCallable(() -> {
                            throw new StackOverflowError("deep");
                        })));

        assertThat(worker.await(WorkerEvent.Failed.class, 4))
                .extracting(failed -> failed.failure().message())
                .anyMatch(message -> message.contains("thrown"))
                .anyMatch(message -> message.contains("the handler of null returned null instead of a Mono"))
                .anyMatch(message -> message.contains("com/example/Gone"))
                .anyMatch(message -> message.contains("StackOverflowError"));
        ExecutionId next = given(aSubmit().kind("throws"));
        awaitState(next, PublicState.FAILED);
    }

    @SuppressWarnings("NullAway") // What a handler must not do.
    private static Mono<?> nothing(TaskContext task) {
        return null;
    }

    @Test
    @DisplayName("a payload that cannot be read fails for good and names the type, but not the content")
    default void unreadable() {
        ExecutionId id = given(aSubmit().retry(TWICE_AT_ONCE).payload(Payload.json("top secret")));
        ObservedWorker worker =
                running(aWorker().handle(KIND, Address.class, (task, address) -> Mono.just(address.street())));
        WorkerEvent.Failed failed = worker.await(WorkerEvent.Failed.class);

        assertThat(failed.outcome().kind()).isEqualTo(FailOutcome.Kind.TERMINAL_FAILED);
        assertThat(failed.failure().category()).isEqualTo("payload_decode");
        assertThat(failed.failure().message())
                .contains("send-invoice", Address.class.getName())
                .doesNotContain("secret");
        assertThat(attemptsOf(id)).hasSize(1);
    }

    @Test
    @DisplayName("a result that cannot be written, or is too large, fails for good instead of coming back for ever")
    default void unstorable() {
        assertThat(failureOf(task -> Mono.just(new Endless())).failure().category())
                .isEqualTo("result_encode");
        WorkerEvent.Failed large = failureOf(task -> Mono.just(Payload.bytes(new byte[(1 << 20) + 1])));
        assertThat(large.failure().category()).isEqualTo("result_refused");
        assertThat(large.failure().message()).contains("1048577");
    }

    @Test
    @DisplayName("a failure that the engine refuses is told in a form that it takes")
    default void refusedFailure() {
        given(aSubmit());
        ObservedWorker worker = running(aWorker()
                .classify(error -> Optional.of(Failure.permanent("x".repeat(10_000))))
                .handle(KIND, task -> Mono.error(new IllegalStateException("any"))));

        WorkerEvent.Failed failed = worker.await(WorkerEvent.Failed.class);
        assertThat(failed.failure().category()).isEqualTo("failure_refused");
        assertThat(failed.failure().failureClass()).isEqualTo(FailureClass.PERMANENT);
    }

    @Test
    @DisplayName(
            "a kind nobody handles is given back for later, with a reason, and is there for a worker that handles it")
    default void noHandler() {
        ExecutionId id = given(aSubmit().kind("unheard-of"));
        ObservedWorker worker = running(aWorker().handle(KIND, task -> Mono.empty()));
        WorkerEvent.Delayed delayed = worker.await(WorkerEvent.Delayed.class);

        assertThat(delayed.until()).isAfterOrEqualTo(clock().now().plusSeconds(1));
        assertThat(worker.events(WorkerEvent.NoHandler.class)).hasSize(1);
        worker.assertNever(WorkerEvent.Started.class);
        assertThat(describe(id).progress().flatMap(Execution.ReportedProgress::message))
                .contains("no handler for unheard-of on anna");
        assertThat(stateOf(id)).isEqualTo(PublicState.DELAYED);
        worker.cancelAndAwait();

        clock().advance(Duration.ofSeconds(3));
        await(engine().reconcilers().pass(Reconcilers.DELAYED_PROMOTION));
        running(aWorker().handle("unheard-of", task -> Mono.just("heard of")));
        awaitState(id, PublicState.COMPLETED);
        assertThat(attemptsOf(id)).extracting(Attempt::index).containsExactly(0);
    }

    @Test
    @DisplayName("a handler that goes on after it was cancelled changes nothing")
    default void lateEmission() {
        ExecutionId id = givenWaiting();
        AtomicReference<@Nullable MonoSink<Object>> sink = new AtomicReference<>();
        ObservedWorker worker = running(aWorker().handle(KIND, task -> Mono.create(sink::set)));
        ExpiryWatcher.until(() -> sink.get() != null);
        worker.cancelAndAwait();
        assertThat(stateOf(id)).isEqualTo(PublicState.RESUMABLE);

        Objects.requireNonNull(sink.get()).success("too late");
        assertThat(stateOf(id)).isEqualTo(PublicState.RESUMABLE);
    }

    @Test
    @DisplayName("an error is what it is also when a blocking handler wrapped it, or it is worse than an exception")
    default void wrappedErrors() {
        given(aSubmit().kind("slow"));
        given(aSubmit().kind("missing").retry(TWICE_AT_ONCE));
        ObservedWorker worker = running(aWorker()
                .blocking("slow", Schedulers.boundedElastic())
                .handle("slow", task -> {
                    Mono.error(new TimeoutException("too slow")).block(PATIENCE);
                    return Mono.empty();
                })
                .handle("missing", task -> {
                    throw new NoClassDefFoundError("com/example/Gone");
                })
                .permanentOn(LinkageError.class));

        assertThat(worker.await(WorkerEvent.Failed.class, 2))
                .extracting(failed -> failed.kind() + " " + failed.failure().failureClass())
                .containsExactlyInAnyOrder("slow TIMEOUT", "missing PERMANENT");
    }

    @Test
    @DisplayName("a codec that fails, however badly, costs the attempt of the result it was to write, and no other")
    default void badCodec() {
        given(aSubmit().kind("none"));
        given(aSubmit().kind("broken"));
        ExecutionId fine = given(aSubmit().kind("fine"));
        ObservedWorker worker = running(aWorker()
                .codec(new PickyCodec())
                .handle("none", task -> Mono.empty())
                .handle("broken", task -> Mono.just(new Endless()))
                .handle("fine", task -> Mono.just("fine")));

        assertThat(worker.await(WorkerEvent.Failed.class, 2))
                .extracting(failed -> failed.kind() + " " + failed.failure().category())
                .containsExactlyInAnyOrder("none result_encode", "broken result_encode");
        awaitState(fine, PublicState.COMPLETED);
    }

    /** Writes texts, and is at a loss about everything else. */
    final class PickyCodec implements Codec {
        @Override
        public Payload encode(@Nullable Object value) {
            if (value instanceof Endless) {
                throw new NoClassDefFoundError("com/example/Writer");
            }
            return Payload.text(Objects.requireNonNull(value).toString());
        }

        @Override
        public <T> T decode(Payload payload, Class<T> type) {
            return type.cast(payload.asText());
        }

        @Override
        public Object decode(Payload payload, Type type) {
            return payload.asText();
        }
    }
}
