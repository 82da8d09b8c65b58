package io.fluxfabric.engine.examples.spring;

import io.fluxfabric.engine.Engine;
import io.fluxfabric.engine.task.Worker;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;

/**
 * Ties the worker and the housekeeping to the life of the application. They start before the web server and stop after it: no
 * request comes in any more, handlers finish or are given back, the engine closes, and only then Spring goes on.
 */
@Component
class ShipperLifecycle implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(ShipperLifecycle.class);

    private final Engine engine;
    private final Worker worker;
    private volatile @Nullable Disposable running;

    ShipperLifecycle(Engine engine, Worker worker) {
        this.engine = engine;
        this.worker = worker;
    }

    @Override
    public void start() {
        running = Flux.merge(worker.run(), engine.reconcilers().run())
                .subscribe(event -> log.debug("{}", event), error -> log.error("the worker is down", error));
    }

    @Override
    public void stop(Runnable done) {
        Disposable subscription = running;
        running = null;
        if (subscription != null) {
            subscription.dispose();
        }
        worker.ended()
                .then(engine.close())
                .doFinally(signal -> done.run())
                .subscribe(nothing -> {}, error -> log.error("the engine did not close well", error));
    }

    @Override
    public void stop() {
        stop(() -> {});
    }

    @Override
    public boolean isRunning() {
        return running != null;
    }

    @Override
    public int getPhase() {
        return WebServerApplicationContext.START_STOP_LIFECYCLE_PHASE - 1;
    }
}
