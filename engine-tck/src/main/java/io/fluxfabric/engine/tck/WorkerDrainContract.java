package io.fluxfabric.engine.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.Engine;
import io.fluxfabric.engine.error.ClosedException;
import io.fluxfabric.engine.error.ValidationException;
import io.fluxfabric.engine.execution.Claim;
import io.fluxfabric.engine.execution.Claimed;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.id.WorkerInstanceId;
import io.fluxfabric.engine.lease.HandleKind;
import io.fluxfabric.engine.state.PublicState;
import io.fluxfabric.engine.task.Worker;
import io.fluxfabric.engine.task.WorkerEvent;
import io.fluxfabric.engine.worker.RegisterWorker;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** How a worker ends. */
public interface WorkerDrainContract extends WorkerRuntimeFixture {

    @Test
    @DisplayName(
            "cancelling drains: handlers are cancelled and their executions given back, for others to go on with at once")
    default void cancelDrains() {
        ExecutionId id = givenWaiting();
        AtomicBoolean begun = new AtomicBoolean();
        AtomicBoolean cancelled = new AtomicBoolean();
        ObservedWorker worker = running(aWorker()
                .handle(
                        KIND,
                        task -> Mono.never()
                                .doOnSubscribe(subscription -> begun.set(true))
                                .doOnCancel(() -> cancelled.set(true))));
        ExpiryWatcher.until(begun::get);
        worker.cancelAndAwait();

        assertThat(cancelled).isTrue();
        Claimed taken = claimedBy(Claim.lane(LANE).as(BERT));
        assertThat(taken.executionId()).isEqualTo(id);
        assertThat(taken.handle().kind()).isEqualTo(HandleKind.RESUMED);
        assertThat(attemptsOf(id)).hasSize(1);
    }

    @Test
    @DisplayName("draining does not wait for a claim that waits for work, and takes no more work")
    default void idleDrain() {
        Sinks.Empty<Void> trigger = Sinks.empty();
        ObservedWorker worker = running(aWorker().until(trigger.asMono()).handle(KIND, task -> Mono.empty()));
        awaitState(givenWaiting(), PublicState.COMPLETED);
        trigger.tryEmitEmpty();

        assertThat(worker.end()).isEmpty();
        assertThat(worker.events().get(worker.events().size() - 1)).isInstanceOf(WorkerEvent.Drained.class);
        ExecutionId late = givenWaiting();
        assertThat(claimedBy(Claim.lane(LANE).as(BERT)).executionId()).isEqualTo(late);
    }

    @Test
    @DisplayName("handlers may finish within the grace; those that do not are cancelled and given back")
    default void grace() {
        ExecutionId quick = given(aSubmit().kind("quick"));
        ExecutionId slow = given(aSubmit().kind("slow"));
        Sinks.Empty<Void> trigger = Sinks.empty();
        Sinks.One<String> result = Sinks.one();
        ObservedWorker worker = running(aWorker()
                .drainGrace(Duration.ofSeconds(5))
                .until(trigger.asMono())
                .handle("quick", task -> result.asMono())
                .handle("slow", task -> Mono.never()));
        worker.await(WorkerEvent.Started.class, 2);
        trigger.tryEmitEmpty();
        assertThat(worker.await(WorkerEvent.Draining.class).running()).isEqualTo(2);
        result.tryEmitValue("just in time");
        assertThat(worker.await(WorkerEvent.Completed.class).executionId()).isEqualTo(quick);
        worker.assertNever(WorkerEvent.Released.class);

        clock().advance(Duration.ofSeconds(5));
        assertThat(worker.end()).isEmpty();
        assertThat(worker.events(WorkerEvent.Released.class))
                .extracting(WorkerEvent.Released::executionId)
                .containsExactly(slow);
        assertThat(stateOf(slow)).isEqualTo(PublicState.RESUMABLE);
    }

    @Test
    @DisplayName("one worker takes over from another that drains")
    default void handOver() {
        List<ExecutionId> ids = List.of(givenWaiting(), givenWaiting(), givenWaiting());
        ObservedWorker leaving = running(aWorker().handle(KIND, task -> Mono.never()));
        leaving.await(WorkerEvent.Started.class, 3);
        ObservedWorker staying = running(aWorker().identity("bert").handle(KIND, task -> Mono.empty()));
        leaving.cancel();

        staying.await(WorkerEvent.Completed.class, 3);
        ids.forEach(id -> assertThat(stateOf(id)).isEqualTo(PublicState.COMPLETED));
    }

    @Test
    @DisplayName("an operator may keep a worker from new work, and let it have some again")
    default void operatorDrains() {
        ObservedWorker worker = running(aWorker().handle(KIND, task -> Mono.empty()));
        var instance = worker.await(WorkerEvent.Registered.class).worker().instance();
        await(scope().workers().drain(instance));
        clock().advance(LEASE.dividedBy(3));
        assertThat(worker.await(WorkerEvent.DrainAsked.class).draining()).isTrue();
        ExecutionId id = givenWaiting();
        assertThat(claimedBy(Claim.lane(LANE).as(BERT)).executionId()).isEqualTo(id);

        await(scope().workers().resume(instance));
        ExecutionId next = givenWaiting();
        passUntil(() -> stateOf(next) == PublicState.COMPLETED);
    }

    @Test
    @DisplayName("an instance that starts again works, though its last run drained and could not say that it left")
    default void startsAgain() {
        await(scope().workers().register(RegisterWorker.as("anna", "pod-1")));
        await(scope().workers().drain(WorkerInstanceId.of("pod-1")));
        running(aWorker().identity("anna", "pod-1").handle(KIND, task -> Mono.empty()));
        awaitState(givenWaiting(), PublicState.COMPLETED);
    }

    @Test
    @DisplayName("a database that is away does not keep a worker from ending")
    default void drainInAnOutage() {
        Outage outage = new Outage(scope());
        Worker worker = Worker.on(outage.scope())
                .lane(LANE)
                .lease(LEASE)
                .timer(clock().timer())
                .drainGrace(Duration.ZERO)
                .handle(KIND, task -> Mono.never());
        givenWaiting();
        ObservedWorker observed = running(worker);
        observed.await(WorkerEvent.Started.class);
        outage.cut();
        observed.cancel();

        AtomicBoolean ended = new AtomicBoolean();
        worker.ended().subscribe(nothing -> {}, error -> {}, () -> ended.set(true));
        passUntil(ended::get);
        assertThat(outage.failed()).contains("release");
    }

    @Test
    @DisplayName("an engine that is closed under its worker ends it with an error")
    default void closedEngine() {
        Engine other = anotherNode(Duration.ZERO, 100);
        ObservedWorker worker = ObservedWorker.registered(Worker.on(other)
                .namespace(scope().namespace().value())
                .lane(LANE)
                .timer(clock().timer())
                .drainGrace(Duration.ZERO)
                .handle(KIND, task -> Mono.empty()));
        other.close().block(PATIENCE);
        ExpiryWatcher.until(() -> {
            clock().advance(Duration.ofMillis(100));
            return worker.hasEnded();
        });
        assertThat(worker.end()).containsInstanceOf(ClosedException.class);
    }

    @Test
    @DisplayName(
            "an engine that is closed under a worker without a free slot stops its handler and ends it with an error")
    default void closedUnderABusyWorker() {
        givenWaiting();
        AtomicBoolean cancelled = new AtomicBoolean();
        Engine other = anotherNode(Duration.ZERO, 100);
        ObservedWorker worker = ObservedWorker.registered(Worker.on(other)
                .namespace(scope().namespace().value())
                .lane(LANE)
                .concurrency(1)
                .timer(clock().timer())
                .drainGrace(Duration.ZERO)
                .handle(KIND, task -> Mono.never().doOnCancel(() -> cancelled.set(true))));
        worker.await(WorkerEvent.Started.class);
        other.close().block(PATIENCE);
        passUntil(worker::hasEnded);

        assertThat(worker.end()).containsInstanceOf(ClosedException.class);
        assertThat(cancelled).isTrue();
    }

    @Test
    @DisplayName("a worker that asks for what the engine never gives ends with the engine's refusal")
    default void refused() {
        ObservedWorker worker =
                ObservedWorker.of(aWorker().lease(Duration.ofDays(2)).handle(KIND, task -> Mono.empty()));
        assertThat(worker.end()).containsInstanceOf(ValidationException.class);
    }

    @Test
    @DisplayName("whoever takes no events, or blocks on one, holds up no work")
    default void slowObserver() {
        AtomicInteger done = new AtomicInteger();
        Sinks.Empty<Void> trigger = Sinks.empty();
        Sinks.Empty<Void> block = Sinks.empty();
        Worker worker = aWorker()
                .eventBuffer(4)
                .until(trigger.asMono())
                .handle(KIND, task -> Mono.fromRunnable(done::incrementAndGet));
        AtomicBoolean completed = new AtomicBoolean();
        BaseSubscriber<WorkerEvent> stubborn = new BaseSubscriber<>() {
            @Override
            protected void hookOnNext(WorkerEvent event) {
                block.asMono().block(PATIENCE);
            }

            @Override
            protected void hookOnComplete() {
                completed.set(true);
            }
        };
        worker.run().subscribe(stubborn);
        for (int count = 0; count < 300; count++) {
            givenWaiting();
        }
        ExpiryWatcher.until(() -> done.get() == 300);
        trigger.tryEmitEmpty();
        worker.ended().block(PATIENCE);
        block.tryEmitEmpty();
        ExpiryWatcher.until(completed::get);
    }

    @Test
    @DisplayName("an instance with a name begins anew when its last run has ended, which then takes nothing from it")
    default void restartedWhileItDrains() {
        given(aSubmit());
        Worker worker = aWorker()
                .identity("anna", "pod-1")
                .drainGrace(LEASE.dividedBy(6))
                .handle(KIND, task -> Mono.never());
        ObservedWorker first = running(worker);
        first.await(WorkerEvent.Started.class);
        first.cancel();
        ObservedWorker second = unregistered(worker);
        ExecutionId next = given(aSubmit());
        Instant later = clock().now().plus(LEASE.multipliedBy(2));
        passUntil(() -> !second.events(WorkerEvent.LeaseLost.class).isEmpty()
                || describe(next)
                        .lease()
                        .filter(lease -> lease.expiresAt().isAfter(later))
                        .isPresent());

        second.assertNever(WorkerEvent.LeaseLost.class);
        assertThat(second.events(WorkerEvent.Registered.class)).hasSize(1);
        assertThat(second.events(WorkerEvent.Started.class)).hasSize(2);

        second.cancel();
        AtomicBoolean ended = new AtomicBoolean();
        worker.ended().subscribe(nothing -> {}, error -> {}, () -> ended.set(true));
        passUntil(ended::get);
    }
}
