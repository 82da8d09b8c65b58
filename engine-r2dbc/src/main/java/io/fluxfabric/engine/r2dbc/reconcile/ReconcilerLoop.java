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

    /** Each subscription has a patience of its own. */
    Flux<ScanReport> run(Reconciler reconciler) {
        return Flux.defer(() -> {
            Patience patience = new Patience();
            return Flux.interval(reconciler.interval(), timer)
                    .takeUntilOther(stop) // no new ticks; the pass that runs may finish
                    .filter(tick -> patience.isOver())
                    .onBackpressureDrop() // a slow pass skips ticks, it does not kill the loop
                    .concatMap(tick -> once(reconciler, patience), 0); // never two passes of one kind in this process
        });
    }

    /** A pass that fails is an answer too; one that the closing engine cut off is none. */
    private Mono<ScanReport> once(Reconciler reconciler, Patience patience) {
        return Mono.defer(() -> {
            long start = timer.now(TimeUnit.NANOSECONDS);
            return Mono.defer(() -> pass.apply(reconciler))
                    .doOnNext(done -> patience.succeeded())
                    .onErrorResume(ClosedException.class, closed -> Mono.empty())
                    .onErrorResume(error -> {
                        log.warn(
                                "{} failed and will be tried again after {} ticks",
                                reconciler.name(),
                                patience.failed(),
                                error);
                        Duration taken = Duration.ofNanos(timer.now(TimeUnit.NANOSECONDS) - start);
                        return Mono.just(ScanReport.failed(reconciler.name(), taken, error));
                    });
        });
    }

    /** How many ticks to let pass after a failure: twice as many after each further one, up to 32. Ticks come one at a time. */
    private static final class Patience {
        private static final int MOST = 32;
        private volatile int ticks;
        private volatile int next = 1;

        boolean isOver() {
            int left = ticks;
            ticks = Math.max(0, left - 1);
            return left == 0;
        }

        int failed() {
            int wait = next;
            ticks = wait - 1;
            next = Math.min(MOST, wait * 2);
            return wait;
        }

        void succeeded() {
            next = 1;
        }
    }
}
