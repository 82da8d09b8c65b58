package io.fluxfabric.engine.r2dbc.reconcile;

import io.fluxfabric.engine.error.ClosedException;
import io.fluxfabric.engine.reconcile.Reconciler;
import io.fluxfabric.engine.reconcile.ScanReport;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.reactivestreams.Publisher;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/** Repeats passes at their intervals until it is told to stop. */
final class ReconcilerLoop {

    private static final Logger log = LoggerFactory.getLogger(ReconcilerLoop.class);

    private final Function<Reconciler, Mono<ScanReport>> pass;
    private final Scheduler timer;
    private final Publisher<?> stop;

    ReconcilerLoop(Function<Reconciler, Mono<ScanReport>> pass, Scheduler timer, Publisher<?> stop) {
        this.pass = pass;
        this.timer = timer;
        this.stop = stop;
    }

    Flux<ScanReport> run(Reconciler reconciler) {
        return Flux.interval(reconciler.interval(), timer)
                .takeUntilOther(stop) // no new ticks; the pass that runs may finish
                .onBackpressureDrop() // a slow pass skips ticks, it does not kill the loop
                .concatMap(tick -> once(reconciler), 0); // never two passes of one kind in this process
    }

    /** A pass that fails is an answer too; one that the closing engine cut off is none. */
    private Mono<ScanReport> once(Reconciler reconciler) {
        return Mono.defer(() -> {
            long start = timer.now(TimeUnit.NANOSECONDS);
            return Mono.defer(() -> pass.apply(reconciler))
                    .onErrorResume(ClosedException.class, closed -> Mono.empty())
                    .onErrorResume(error -> {
                        log.warn(
                                "{} failed and will be tried again in {}",
                                reconciler.name(),
                                reconciler.interval(),
                                error);
                        Duration taken = Duration.ofNanos(timer.now(TimeUnit.NANOSECONDS) - start);
                        return Mono.just(ScanReport.failed(reconciler.name(), taken, error));
                    });
        });
    }
}
