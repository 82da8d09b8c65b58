package io.fluxfabric.engine.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.error.ErrorCode;
import io.fluxfabric.engine.error.ExecutionNotActiveException;
import io.fluxfabric.engine.error.LeaseLostException;
import io.fluxfabric.engine.error.LeaseRevokedException;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.operator.RevokeLease;
import io.fluxfabric.engine.reconcile.Reconcilers;
import io.fluxfabric.engine.state.PublicState;
import io.fluxfabric.engine.task.Worker;
import io.fluxfabric.engine.task.WorkerEvent;
import io.fluxfabric.engine.worker.ListWorkers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** What a worker does when a lease, or the way to the database, is lost. */
public interface WorkerLeaseContract extends WorkerRuntimeFixture {

    /** A worker whose handlers never end by themselves, and note when they are cancelled. */
    private Worker waiting(AtomicInteger begun, Queue<Instant> cancelled) {
        return aWorker()
                .handle(
                        KIND,
                        task -> Mono.never()
                                .doOnSubscribe(subscription -> begun.incrementAndGet())
                                .doOnCancel(() -> cancelled.add(clock().now())));
    }

    private Worker through(Outage outage) {
        return Worker.on(outage.scope())
                .lane(LANE)
                .lease(LEASE)
                .timer(clock().timer())
                .drainGrace(Duration.ZERO);
    }

    @Test
    @DisplayName(
            "a handler whose lease is revoked is cancelled by the next renewal, and nothing is told to the database")
    default void revoked() {
        ExecutionId id = givenWaiting();
        AtomicInteger begun = new AtomicInteger();
        Queue<Instant> cancelled = new ConcurrentLinkedQueue<>();
        ObservedWorker worker = running(waiting(begun, cancelled).concurrency(1));
        ExpiryWatcher.until(() -> begun.get() == 1);
        await(scope().operator().revokeLease(RevokeLease.of(id, ORDER)));
        clock().advance(LEASE.dividedBy(3));

        assertThat(worker.await(WorkerEvent.LeaseLost.class).reason()).isInstanceOf(LeaseRevokedException.class);
        assertThat(cancelled).hasSize(1);
        assertThat(worker.await(WorkerEvent.Started.class, 2).get(1).executionId())
                .as("its slot is free, so the worker claims it again")
                .isEqualTo(id);
        worker.assertNever(WorkerEvent.Failed.class);
    }

    @Test
    @DisplayName("a handler whose execution an operator cancels is cancelled")
    default void operatorCancels() {
        ExecutionId id = givenWaiting();
        AtomicInteger begun = new AtomicInteger();
        Queue<Instant> cancelled = new ConcurrentLinkedQueue<>();
        ObservedWorker worker = running(waiting(begun, cancelled));
        ExpiryWatcher.until(() -> begun.get() == 1);
        await(scope().operator().cancel(id, ORDER));
        clock().advance(LEASE.dividedBy(3));

        assertThat(worker.await(WorkerEvent.LeaseLost.class).reason()).isInstanceOf(ExecutionNotActiveException.class);
        assertThat(cancelled).hasSize(1);
        assertThat(stateOf(id)).isEqualTo(PublicState.CANCELLED);
        assertThat(completionsOf(id)).hasSize(1);
    }

    @Test
    @DisplayName("a result that comes after the lease was lost is told as a loss and has no effect")
    default void lateResult() {
        ExecutionId id = givenWaiting();
        Sinks.One<String> result = Sinks.one();
        ObservedWorker worker = running(aWorker().concurrency(1).handle(KIND, task -> result.asMono()));
        worker.await(WorkerEvent.Started.class);
        await(scope().operator().cancel(id, ORDER));
        result.tryEmitValue("too late");

        assertThat(worker.await(WorkerEvent.LeaseLost.class).executionId()).isEqualTo(id);
        assertThat(stateOf(id)).isEqualTo(PublicState.CANCELLED);
        assertThat(completionsOf(id)).hasSize(1);
        awaitState(givenWaiting(), PublicState.COMPLETED);
    }

    @Test
    @DisplayName("a handler that asks learns at once that its lease is lost, and is cancelled")
    default void checkFence() {
        ExecutionId id = givenWaiting();
        Sinks.Empty<Void> go = Sinks.empty();
        Queue<Throwable> seen = new ConcurrentLinkedQueue<>();
        ObservedWorker worker = running(aWorker()
                .handle(
                        KIND,
                        task -> go.asMono()
                                .then(task.checkFence())
                                .doOnError(seen::add)
                                .thenReturn("an effect that cannot be repeated")));
        worker.await(WorkerEvent.Started.class);
        await(scope().operator().cancel(id, ORDER));
        go.tryEmitEmpty();

        worker.await(WorkerEvent.LeaseLost.class);
        worker.assertNever(WorkerEvent.Failed.class);
        worker.assertNever(WorkerEvent.Completed.class);
    }

    @Test
    @DisplayName("a worker that cannot renew stops its handlers before the leases end, and works again afterwards")
    default void fencesItself() {
        ExecutionId id = givenWaiting();
        AtomicInteger begun = new AtomicInteger();
        Queue<Instant> cancelled = new ConcurrentLinkedQueue<>();
        Outage outage = new Outage(scope());
        ObservedWorker worker = running(through(outage)
                .handle(
                        KIND,
                        task -> task.epoch() > 1
                                ? Mono.empty()
                                : Mono.never()
                                        .doOnSubscribe(subscription -> begun.incrementAndGet())
                                        .doOnCancel(() -> cancelled.add(clock().now()))));
        ExpiryWatcher.until(() -> begun.get() == 1);
        Instant end = describe(id).lease().orElseThrow().expiresAt();
        outage.cut();
        passUntil(() -> !worker.events(WorkerEvent.FencedItself.class).isEmpty());

        assertThat(cancelled).singleElement().satisfies(at -> assertThat(at).isBefore(end));
        assertThat(worker.events(WorkerEvent.RenewalFailed.class)).hasSizeGreaterThan(1);
        outage.end();
        passUntil(() -> {
            await(engine().reconcilers().pass(Reconcilers.LEASE_EXPIRY));
            return stateOf(id) == PublicState.COMPLETED;
        });
        assertThat(completionsOf(id)).hasSize(1);
        assertThat(worker.hasEnded()).isFalse();
    }

    @Test
    @DisplayName("an end that nobody heard the answer of is told again, and written once")
    default void lostAnswers() {
        ExecutionId done = given(aSubmit().kind("done"));
        ExecutionId failed = given(aSubmit().kind("failed"));
        Outage outage = new Outage(scope());
        outage.loseAnswersOf("complete", "fail");
        ObservedWorker worker = running(through(outage)
                .handle("done", task -> Mono.just("done"))
                .handle("failed", task -> Mono.error(new IllegalStateException("failed"))));
        ExpiryWatcher.until(() -> outage.failed().containsAll(List.of("complete", "fail")));
        assertThat(worker.events(WorkerEvent.Completed.class)).isEmpty();
        outage.end();
        passUntil(() -> !worker.events(WorkerEvent.Completed.class).isEmpty()
                && !worker.events(WorkerEvent.Failed.class).isEmpty());

        assertThat(completionsOf(done)).hasSize(1);
        assertThat(completionsOf(failed)).hasSize(1);
        worker.assertNever(WorkerEvent.LeaseLost.class);
    }

    @Test
    @DisplayName("an end is told when the database is back, and the slot is not free before")
    default void outageAtTheEnd() {
        ExecutionId id = givenWaiting();
        Outage outage = new Outage(scope());
        outage.cut("complete");
        AtomicInteger started = new AtomicInteger();
        ObservedWorker worker = running(
                through(outage).concurrency(1).handle(KIND, task -> Mono.fromRunnable(started::incrementAndGet)));
        ExpiryWatcher.until(() -> outage.failed().contains("complete"));
        ExecutionId next = givenWaiting();
        passUntil(() -> outage.failed().stream().filter("complete"::equals).count() > 3);
        assertThat(started).hasValue(1);
        assertThat(stateOf(next)).isEqualTo(PublicState.WAITING);

        outage.end();
        passUntil(() -> worker.events(WorkerEvent.Completed.class).size() == 2);
        assertThat(stateOf(id)).isEqualTo(PublicState.COMPLETED);
        assertThat(attemptsOf(id)).hasSize(1);
    }

    @Test
    @DisplayName("a database that is away when the worker starts, or while it claims, is waited for")
    default void outageOfClaims() {
        Outage outage = new Outage(scope());
        outage.cut();
        ObservedWorker worker = unregistered(through(outage).handle(KIND, task -> Mono.empty()));
        passUntil(() -> worker.events(WorkerEvent.RegistrationFailed.class).size() > 2);
        outage.cut("claim");
        passUntil(() -> worker.events(WorkerEvent.ClaimFailed.class).size() > 2);
        outage.end();
        ExecutionId id = givenWaiting();
        passUntil(() -> stateOf(id) == PublicState.COMPLETED);
        assertThat(worker.hasEnded()).isFalse();
    }

    @Test
    @DisplayName("a worker that was declared dead loses its leases, and is there again")
    default void declaredDead() {
        AtomicInteger begun = new AtomicInteger();
        Queue<Instant> cancelled = new ConcurrentLinkedQueue<>();
        ExecutionId id = givenWaiting();
        ObservedWorker worker = running(waiting(begun, cancelled));
        ExpiryWatcher.until(() -> begun.get() == 1);
        await(scope().workers()
                .markDead(worker.await(WorkerEvent.Registered.class).worker().instance(), "by mistake"));
        clock().advance(LEASE.dividedBy(3));

        WorkerEvent.LeaseLost lost = worker.await(WorkerEvent.LeaseLost.class);
        assertThat(lost.executionId()).isEqualTo(id);
        assertThat(lost.reason())
                .isInstanceOfSatisfying(
                        LeaseLostException.class,
                        reason -> assertThat(reason.code()).isIn(ErrorCode.LEASE_EXPIRED, ErrorCode.STALE_LEASE));
        worker.await(WorkerEvent.Registered.class, 2);
        assertThat(await(scope().workers().list(ListWorkers.all().alive(true)))).hasSize(1);
    }

    @Test
    @DisplayName("a handler that throws when it is cancelled loses its lease like any other, and harms nobody")
    default void throwsWhenCancelled() {
        ExecutionId bad = given(aSubmit().kind("bad"));
        ExecutionId good = given(aSubmit().kind("good"));
        Sinks.Empty<Void> go = Sinks.empty();
        ObservedWorker worker = running(aWorker()
                .handle("good", task -> go.asMono())
                .handle(
                        "bad",
                        task -> Mono.create(sink -> sink.onDispose(() -> {
                            throw new IllegalStateException("cannot be cancelled");
                        }))));
        worker.await(WorkerEvent.Started.class, 2);
        await(scope().operator().cancel(bad, ORDER));
        clock().advance(LEASE.dividedBy(3));

        assertThat(worker.await(WorkerEvent.LeaseLost.class).executionId()).isEqualTo(bad);
        worker.assertNever(WorkerEvent.RenewalFailed.class);
        go.tryEmitEmpty();
        assertThat(worker.await(WorkerEvent.Completed.class).executionId()).isEqualTo(good);
    }
}
