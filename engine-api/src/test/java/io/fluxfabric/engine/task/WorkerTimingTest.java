package io.fluxfabric.engine.task;

import static io.fluxfabric.engine.task.ScriptedScope.claimed;
import static io.fluxfabric.engine.task.ScriptedScope.handles;
import static io.fluxfabric.engine.task.ScriptedScope.renewed;
import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.error.TransportException;
import io.fluxfabric.engine.error.ValidationException;
import io.fluxfabric.engine.execution.Claim;
import io.fluxfabric.engine.execution.Claimed;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import reactor.test.scheduler.VirtualTimeScheduler;

/** When a worker asks, renews and stops: on a clock in the hand of the test, with an engine that answers when it is told to. */
class WorkerTimingTest {

    private static final Duration LEASE = Duration.ofSeconds(30);

    private final VirtualTimeScheduler time = VirtualTimeScheduler.create();
    private final ScriptedScope engine = new ScriptedScope();
    private final Queue<Flux<Claimed>> work = new ArrayDeque<>();
    private final List<Sinks.Empty<Void>> running = new ArrayList<>();
    private final List<Long> cancelledAt = new ArrayList<>();
    private Disposable subscription = Disposables.disposed();

    @AfterEach
    void end() {
        subscription.dispose();
    }

    private Worker worker() {
        engine.on("claim", given -> work.isEmpty() ? Flux.never() : work.remove());
        return Worker.on(engine.scope())
                .lease(LEASE)
                .timer(time)
                .drainGrace(Duration.ZERO)
                // On the thread that claims, so that everything happens in the order of the clock.
                .blocking(Schedulers.immediate())
                .otherwise(this::runUntilToldOtherwise);
    }

    private Mono<Void> runUntilToldOtherwise(TaskContext task) {
        Sinks.Empty<Void> end = Sinks.empty();
        running.add(end);
        return end.asMono().doOnCancel(() -> cancelledAt.add(seconds()));
    }

    private void start(Worker worker) {
        subscription = worker.run().subscribe();
    }

    private long seconds() {
        return time.now(TimeUnit.SECONDS);
    }

    private void pass(double seconds) {
        time.advanceTimeBy(Duration.ofMillis((long) (seconds * 1000)));
    }

    private static Flux<Claimed> some(int count) {
        return Flux.range(0, count).map(place -> claimed("any", LEASE));
    }

    @Test
    @DisplayName(
            "a worker that hears nothing of its renewals stops its handlers before the lease ends, and not long before")
    void fencesItself() {
        work.add(some(1));
        engine.on("heartbeat", given -> Mono.never());
        start(worker());
        assertThat(running).hasSize(1);

        pass(24.9);
        assertThat(cancelledAt).isEmpty();
        pass(2.6);
        assertThat(cancelledAt).hasSize(1);
    }

    @Test
    @DisplayName("a renewal counts from when it was sent, however late its answer is")
    void countsFromSending() {
        work.add(some(1));
        engine.on(
                "heartbeat",
                given -> engine.renewals().size() == 1
                        ? Mono.delay(Duration.ofSeconds(9), time).map(late -> renewed(handles(given)))
                        : Mono.never());
        start(worker());

        pass(34.9);
        assertThat(cancelledAt).as("renewed at 10, so relied on until 35").isEmpty();
        pass(2.6);
        assertThat(cancelledAt).hasSize(1);
    }

    @Test
    @DisplayName("a claim counts from when it was sent, however late its answer is")
    void claimCountsFromSending() {
        work.add(Mono.delay(Duration.ofSeconds(8), time).thenMany(some(1)));
        engine.on("heartbeat", given -> Mono.never());
        start(worker());

        pass(24.9);
        assertThat(running).hasSize(1);
        assertThat(cancelledAt).isEmpty();
        pass(2.6);
        assertThat(cancelledAt).as("sent at 0, so relied on until 25").hasSize(1);
    }

    @Test
    @DisplayName("a handler that was stopped because of doubt is given back, in case the lease is still ours")
    void releasesAfterFencing() {
        work.add(some(1));
        engine.on("heartbeat", given -> Mono.never());
        start(worker());
        assertThat(engine.calls()).doesNotContain("release");
        pass(27.5);
        assertThat(engine.calls()).contains("release").doesNotContain("complete", "fail");
    }

    @Test
    @DisplayName("a claim that is never answered is given up, and another one sent")
    void hangingClaim() {
        start(worker());
        assertThat(engine.claims()).hasSize(1);
        pass(25.5);
        assertThat(engine.claims()).hasSize(2);
    }

    @Test
    @DisplayName("all leases are renewed by one call per interval, which is the heartbeat when there are none")
    void oneCall() {
        work.add(some(3));
        start(worker());
        pass(9.9);
        assertThat(engine.renewals()).isEmpty();
        pass(0.1);
        assertThat(engine.renewals()).containsExactly(3);
        pass(20);
        assertThat(engine.renewals()).containsExactly(3, 3, 3);
        List.copyOf(running).forEach(Sinks.Empty::tryEmitEmpty);
        pass(10);
        assertThat(engine.renewals()).containsExactly(3, 3, 3, 0);
        assertThat(cancelledAt).isEmpty();
    }

    @Test
    @DisplayName("a renewal that failed is repeated soon, and the handler goes on")
    void renewsAgain() {
        work.add(some(1));
        engine.on(
                "heartbeat",
                given -> engine.renewals().size() <= 2
                        ? Mono.error(TransportException.retryable("heartbeat", new IOException("away")))
                        : Mono.just(renewed(handles(given))));
        start(worker());
        pass(10);
        assertThat(engine.renewals()).hasSize(1);
        pass(4);
        assertThat(engine.renewals()).hasSize(3);
        pass(60);
        assertThat(cancelledAt).isEmpty();
    }

    @Test
    @DisplayName("an engine that renews fewer leases at a time gets them in parts")
    void smallerParts() {
        work.add(some(5));
        engine.on(
                "heartbeat",
                given -> handles(given).size() > 2
                        ? Mono.error(ValidationException.invalidInput("leases", "are too many"))
                        : Mono.just(renewed(handles(given))));
        start(worker());
        pass(60);
        assertThat(engine.renewals()).startsWith(5, 2, 2, 1);
        assertThat(cancelledAt).isEmpty();
    }

    @Test
    @DisplayName("a claim asks for exactly the free slots, at once after an answer, and not at all when there are none")
    void demand() {
        work.add(some(2));
        work.add(some(3));
        start(worker().concurrency(5));
        assertThat(engine.claims()).extracting(Claim::max).containsExactly(5, 3);

        running.get(0).tryEmitEmpty();
        assertThat(engine.claims()).extracting(Claim::max).containsExactly(5, 3, 1);
        running.get(1).tryEmitEmpty();
        running.get(2).tryEmitEmpty();
        assertThat(engine.claims()).as("one claim at a time").hasSize(3);
    }

    @Test
    @DisplayName("a slot is free when the end is acknowledged, not before")
    void slotsAreFreedByTheDatabase() {
        Sinks.Empty<Void> answer = Sinks.empty();
        work.add(some(1));
        engine.on("complete", given -> answer.asMono());
        start(worker().concurrency(1));
        running.get(0).tryEmitEmpty();
        assertThat(engine.calls()).contains("complete");
        assertThat(engine.claims()).hasSize(1);
        answer.tryEmitEmpty();
        assertThat(engine.claims()).hasSize(2);
    }

    @Test
    @DisplayName("claims that fail are repeated after a growing pause, without end")
    void pauses() {
        Worker worker = worker();
        engine.on("claim", given -> Flux.error(TransportException.retryable("claim", new IOException("away"))));
        start(worker);
        pass(3600);
        assertThat(engine.claims().size()).isBetween(700, 1450);
        assertThat(subscription.isDisposed()).isFalse();
    }

    @Test
    @DisplayName("lanes share the slots; only when all are empty are they waited on, all at once")
    void lanes() {
        Worker worker = worker().lane("a", "b").concurrency(4);
        engine.on("claim", given -> ((Claim) given[0]).maxWait().isZero() ? Flux.empty() : Flux.never());
        start(worker);
        assertThat(engine.claims())
                .extracting(claim ->
                        claim.lane() + ":" + claim.max() + ":" + claim.maxWait().toSeconds())
                .containsExactly("a:2:0", "b:4:0", "a:2:5", "b:2:5");
    }

    @Test
    @DisplayName("what a claim brings beyond the free slots is given back at once")
    void surplus() {
        work.add(some(3));
        start(worker().concurrency(2));
        assertThat(running).hasSize(2);
        assertThat(engine.calls()).containsOnlyOnce("release");
    }

    @Test
    @DisplayName("an execution for which the scheduler has no thread is given back for later, and has not failed")
    void noThread() {
        work.add(some(1));
        Scheduler closed = Schedulers.newSingle("closed");
        closed.dispose();
        start(worker().blocking(closed));
        assertThat(running).isEmpty();
        assertThat(engine.calls()).contains("delay").doesNotContain("fail");
    }

    @Test
    @DisplayName("a handler that throws when it is cancelled keeps neither its slot nor the worker from going on")
    void throwsWhenCancelled() {
        work.add(some(2));
        engine.on("heartbeat", given -> Mono.never());
        List<Throwable> ends = new ArrayList<>();
        Worker worker = worker().concurrency(2)
                .otherwise(task -> Mono.create(sink -> sink.onDispose(() -> {
                    throw new IllegalStateException("cannot be cancelled");
                })));
        subscription = worker.run().subscribe(event -> {}, ends::add);
        assertThat(engine.claims()).hasSize(1);
        pass(27.5);

        assertThat(engine.calls().stream().filter("release"::equals)).hasSize(2);
        assertThat(engine.claims()).hasSize(2);
        assertThat(ends).isEmpty();
    }

    @Test
    @DisplayName("what was claimed and not begun when the worker drains is given back at once, not after the grace")
    void givesBackWhatHasNotBegun() {
        work.add(Mono.delay(Duration.ofSeconds(1), time).thenMany(some(3)));
        Sinks.Empty<Void> trigger = Sinks.empty();
        start(worker().drainGrace(Duration.ofMinutes(1)).until(trigger.asMono()).otherwise(task -> {
            trigger.tryEmitEmpty();
            return runUntilToldOtherwise(task);
        }));
        pass(1);

        assertThat(running).hasSize(1);
        assertThat(cancelledAt).isEmpty();
        assertThat(engine.calls().stream().filter("release"::equals)).hasSize(2);
    }
}
