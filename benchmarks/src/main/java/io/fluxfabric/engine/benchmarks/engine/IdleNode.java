package io.fluxfabric.engine.benchmarks.engine;

import io.fluxfabric.engine.benchmarks.measure.Figures;
import io.fluxfabric.engine.r2dbc.R2dbcEngine;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Mono;

/** A node with nothing to do: its reconcilers and one claimer that waits. */
final class IdleNode {

    private final R2dbcEngine engine;
    private final Disposable.Swap running = Disposables.swap();
    private final AtomicReference<@Nullable Throwable> broken = new AtomicReference<>();

    IdleNode(R2dbcEngine engine) {
        this.engine = engine;
    }

    Figures start() {
        running.update(Disposables.composite(
                engine.reconcilers().run().subscribe(report -> report.cause().ifPresent(broken::set), broken::set),
                new ClaimLoop(engine.executions(), 1, 1, 1)
                        .run(claimed -> Mono.empty())
                        .subscribe(done -> {}, broken::set)));
        return Figures.none();
    }

    /** Lets time pass; who counts statements counts meanwhile. */
    Figures waitFor(int millis) {
        Mono.delay(Duration.ofMillis(millis)).block();
        Throwable error = broken.get();
        if (error != null) {
            throw new IllegalStateException("the idle node broke", error);
        }
        return Figures.of("seconds", millis / 1e3);
    }

    Figures stop() {
        running.dispose();
        return Figures.none();
    }
}
