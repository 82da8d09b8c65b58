package io.fluxfabric.engine.chaos.fault;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import reactor.core.Disposable;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** The timer of an engine whose clock may be wrong: it waits as long as any other, and is wrong only about what time it is. */
public record SkewedTimer(Duration skew) implements Scheduler {

    @Override
    public long now(TimeUnit unit) {
        long right = Schedulers.parallel().now(TimeUnit.MILLISECONDS);
        return unit.convert(right + skew.toMillis(), TimeUnit.MILLISECONDS);
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
