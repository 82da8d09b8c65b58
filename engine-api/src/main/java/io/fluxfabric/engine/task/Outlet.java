package io.fluxfabric.engine.task;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import reactor.core.publisher.BufferOverflowStrategy;
import reactor.core.publisher.Flux;
import reactor.core.publisher.FluxSink;
import reactor.core.scheduler.Schedulers;

/**
 * Where events go. Whoever takes them slowly, or blocks, holds up nothing: beyond a bounded number the oldest are dropped and
 * counted, and the taker runs on a thread that no part of the worker uses.
 */
final class Outlet {

    private final FluxSink<WorkerEvent> sink;
    private final AtomicLong missed;

    private Outlet(FluxSink<WorkerEvent> sink, AtomicLong missed) {
        this.sink = sink;
        this.missed = missed;
    }

    /** Each subscription starts its own. */
    static Flux<WorkerEvent> of(int buffer, Consumer<Outlet> start) {
        return Flux.defer(() -> {
            AtomicLong missed = new AtomicLong();
            return Flux.<WorkerEvent>create(
                            sink -> start.accept(new Outlet(sink, missed)), FluxSink.OverflowStrategy.IGNORE)
                    .onBackpressureBuffer(buffer, event -> missed.incrementAndGet(), BufferOverflowStrategy.DROP_OLDEST)
                    .publishOn(Schedulers.boundedElastic());
        });
    }

    void tell(WorkerEvent event) {
        sink.next(event);
    }

    long missed() {
        return missed.get();
    }

    void onCancel(Runnable action) {
        sink.onCancel(action::run);
    }

    void complete() {
        sink.complete();
    }

    void error(Throwable error) {
        sink.error(error);
    }
}
