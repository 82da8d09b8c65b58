package io.fluxfabric.engine.proof.fault;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import reactor.core.Disposable;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** The timer of a node whose clock is wrong. It waits as long as others do; only what it calls now is not. */
record SkewedTimer(Duration skew) implements Scheduler {

    @Override
    public long now(TimeUnit unit) {
        return unit.convert(Schedulers.parallel().now(TimeUnit.MILLISECONDS) + skew.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public Disposable schedule(Runnable task) {
        return Schedulers.parallel().schedule(task);
    }

    @Override
    public Disposable schedule(Runnable task, long delay, TimeUnit unit) {
        return Schedulers.parallel().schedule(task, delay, unit);
    }

    @Override
    public Disposable schedulePeriodically(Runnable task, long initialDelay, long period, TimeUnit unit) {
        return Schedulers.parallel().schedulePeriodically(task, initialDelay, period, unit);
    }

    @Override
    public Worker createWorker() {
        return Schedulers.parallel().createWorker();
    }
}
