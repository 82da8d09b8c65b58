package io.fluxfabric.engine.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

@Timeout(30)
class BlockingHandlerTest {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /** Two executions of a kind, then silence. */
    private static Worker worker(TaskHandler handler) {
        AtomicBoolean asked = new AtomicBoolean();
        ScriptedScope engine = new ScriptedScope();
        engine.on(
                "claim",
                given -> asked.getAndSet(true)
                        ? Flux.never()
                        : Flux.range(0, 2).map(place -> ScriptedScope.claimed("heavy", Duration.ofSeconds(30))));
        return Worker.on(engine.scope())
                .blockingAfter(Duration.ofMillis(20))
                .drainGrace(Duration.ZERO)
                .handle("heavy", handler);
    }

    @Test
    @DisplayName("a handler that keeps a thread which must not block is told of while it still does, once, with advice")
    void isTold() {
        AtomicBoolean go = new AtomicBoolean();
        AtomicInteger ended = new AtomicInteger();
        Worker worker = worker(task -> {
            int rounds = 0;
            while (!go.get()) {
                rounds++; // BlockHound watches this thread, so the handler cannot even wait.
            }
            return Mono.fromRunnable(ended::incrementAndGet);
        });
        Flux<WorkerEvent> events = worker.run().replay().autoConnect(1);
        WorkerEvent.BlockingHandler told = Objects.requireNonNull(
                events.ofType(WorkerEvent.BlockingHandler.class).blockFirst(PATIENCE));

        assertThat(ended).as("it has not ended").hasValue(0);
        assertThat(told.kind().value()).isEqualTo("heavy");
        assertThat(told.thread()).startsWith("fluxfabric-handler");
        assertThat(told.held()).isGreaterThanOrEqualTo(Duration.ofMillis(20));
        assertThat(told.advice()).contains("blocking(\"heavy\", Schedulers.boundedElastic())");

        go.set(true);
        events.ofType(WorkerEvent.Completed.class).take(2).blockLast(PATIENCE);
        assertThat(events.takeUntil(event -> event instanceof WorkerEvent.Completed)
                        .ofType(WorkerEvent.BlockingHandler.class)
                        .collectList()
                        .block(PATIENCE))
                .hasSize(1);
    }

    @Test
    @DisplayName("a handler with a scheduler of its own may block, holds up nobody, and is not told of")
    void mayBlock() {
        Scheduler own = Schedulers.newBoundedElastic(2, 10, "own");
        CountDownLatch both = new CountDownLatch(2);
        Worker worker = worker(task -> Mono.fromCallable(() -> {
                    both.countDown();
                    return both.await(20, TimeUnit.SECONDS);
                }))
                .blocking("heavy", own);
        Flux<WorkerEvent> events = worker.run().replay().autoConnect(1);

        assertThat(events.ofType(WorkerEvent.Completed.class)
                        .take(2)
                        .collectList()
                        .block(PATIENCE))
                .hasSize(2);
        assertThat(events.takeUntil(event -> event instanceof WorkerEvent.Completed)
                        .ofType(WorkerEvent.BlockingHandler.class)
                        .collectList()
                        .block(PATIENCE))
                .isEmpty();
        own.dispose();
    }
}
