package io.fluxfabric.engine.r2dbc.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.error.ClosedException;
import io.fluxfabric.engine.reconcile.Reconciler;
import io.fluxfabric.engine.reconcile.Reconcilers;
import io.fluxfabric.engine.reconcile.ScanReport;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.test.StepVerifier;
import reactor.test.scheduler.VirtualTimeScheduler;

class ReconcilerLoopTest {

    private static final Reconciler EVERY_SECOND = Reconcilers.LEASE_EXPIRY.every(Duration.ofSeconds(1));
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final VirtualTimeScheduler timer = VirtualTimeScheduler.create();
    private final Sinks.Empty<Void> stop = Sinks.empty();
    private final AtomicInteger passes = new AtomicInteger();

    private ReconcilerLoop loop(Supplier<Mono<ScanReport>> pass) {
        return new ReconcilerLoop(
                which -> {
                    passes.incrementAndGet();
                    return pass.get();
                },
                timer,
                stop.asMono());
    }

    private static Mono<ScanReport> done() {
        return Mono.just(ScanReport.done("lease_expiry", 0, 0, Duration.ZERO, Duration.ZERO));
    }

    @Test
    @DisplayName("there is a report per interval, and none before the first")
    void ticks() {
        StepVerifier.create(loop(ReconcilerLoopTest::done).run(EVERY_SECOND))
                .then(() -> timer.advanceTimeBy(Duration.ofMillis(999)))
                .then(() -> assertThat(passes).hasValue(0))
                .then(() -> timer.advanceTimeBy(Duration.ofMillis(1)))
                .expectNextCount(1)
                .then(() -> timer.advanceTimeBy(SECOND.multipliedBy(3)))
                .expectNextCount(3)
                .thenCancel()
                .verify(Duration.ofSeconds(10));
    }

    @Test
    @DisplayName("a pass that fails is a report, and the next tick tries again")
    void survivesFailures() {
        RuntimeException broken = new IllegalStateException("broken");
        AtomicInteger calls = new AtomicInteger();

        StepVerifier.create(loop(() -> calls.getAndIncrement() == 0 ? Mono.error(broken) : done())
                        .run(EVERY_SECOND))
                .then(() -> timer.advanceTimeBy(SECOND))
                .assertNext(report -> {
                    assertThat(report.failed()).isEqualTo(1);
                    assertThat(report.cause()).contains(broken);
                })
                .then(() -> timer.advanceTimeBy(SECOND))
                .assertNext(report -> assertThat(report.failed()).isZero())
                .thenCancel()
                .verify(Duration.ofSeconds(10));
    }

    @Test
    @DisplayName("a pass that keeps failing is tried after 1, 2, 4 … ticks, and at once again when it has succeeded")
    void backsOff() {
        AtomicInteger calls = new AtomicInteger();
        Flux<ScanReport> reports = loop(() ->
                        calls.getAndIncrement() < 3 ? Mono.error(new IllegalStateException("broken")) : done())
                .run(EVERY_SECOND);

        StepVerifier.create(reports.map(ScanReport::failed))
                .then(() -> timer.advanceTimeBy(SECOND.multipliedBy(2)))
                .expectNext(1L, 1L)
                .then(() -> timer.advanceTimeBy(SECOND))
                .then(() -> assertThat(passes).hasValue(2))
                .then(() -> timer.advanceTimeBy(SECOND))
                .expectNext(1L)
                .then(() -> timer.advanceTimeBy(SECOND.multipliedBy(3)))
                .then(() -> assertThat(passes).hasValue(3))
                .then(() -> timer.advanceTimeBy(SECOND.multipliedBy(2)))
                .expectNext(0L, 0L)
                .thenCancel()
                .verify(Duration.ofSeconds(10));
    }

    @Test
    @DisplayName("a pass that throws does not end the loop either")
    void survivesThrows() {
        StepVerifier.create(loop(() -> {
                            throw new IllegalStateException("thrown");
                        })
                        .run(EVERY_SECOND))
                .then(() -> timer.advanceTimeBy(SECOND.multipliedBy(2)))
                .expectNextCount(2)
                .thenCancel()
                .verify(Duration.ofSeconds(10));
    }

    @Test
    @DisplayName("ticks that come during a pass are dropped, and there are never two passes at once")
    void dropsTicks() {
        StepVerifier.create(loop(() -> done().delayElement(Duration.ofMillis(3500), timer))
                        .run(EVERY_SECOND))
                .then(() -> timer.advanceTimeBy(Duration.ofSeconds(4)))
                .then(() -> assertThat(passes).hasValue(1))
                .then(() -> timer.advanceTimeBy(Duration.ofSeconds(4)))
                .expectNextCount(1)
                .then(() -> assertThat(passes).hasValue(2))
                .thenCancel()
                .verify(Duration.ofSeconds(10));
    }

    @Test
    @DisplayName("told to stop, it lets the pass that runs finish and then completes")
    void stops() {
        StepVerifier.create(loop(() -> done().delayElement(Duration.ofMillis(500), timer))
                        .run(EVERY_SECOND))
                .then(() -> timer.advanceTimeBy(SECOND))
                .then(stop::tryEmitEmpty)
                .then(() -> timer.advanceTimeBy(Duration.ofSeconds(5)))
                .expectNextCount(1)
                .expectComplete()
                .verify(Duration.ofSeconds(10));
        assertThat(passes).hasValue(1);
    }

    @Test
    @DisplayName("a pass that the closing engine cut off is no failure")
    void closing() {
        StepVerifier.create(loop(() -> Mono.error(new ClosedException("reconcile.lease_expiry")))
                        .run(EVERY_SECOND))
                .then(() -> timer.advanceTimeBy(SECOND))
                .then(stop::tryEmitEmpty)
                .expectComplete()
                .verify(Duration.ofSeconds(10));
    }
}
