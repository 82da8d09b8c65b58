package io.fluxfabric.engine.task;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Scheduler;

/**
 * Stops a handler before its lease can have ended. A lease is relied on from when the last confirmed request was sent, not from when
 * it was answered, and not to its very end. Time is read in nanoseconds: a scheduler's coarser readings are those of the wall
 * clock, which may jump.
 */
final class Fencing {

    private final HeldTasks held;
    private final Scheduler timer;
    private final Duration look;
    private final long reliable;

    Fencing(WorkerPlan plan, HeldTasks held) {
        this.held = held;
        this.timer = plan.timer;
        this.look = plan.margin().dividedBy(2);
        this.reliable = plan.reliable().toNanos();
    }

    /** Without end. */
    Flux<Long> loop() {
        return Flux.interval(look, timer).onBackpressureDrop().doOnNext(tick -> look());
    }

    private void look() {
        long now = timer.now(TimeUnit.NANOSECONDS);
        for (HeldTask task : held.all()) {
            if (isDoubtful(task, now)) {
                task.stop(new Verdict.Fenced());
            }
        }
    }

    boolean isDoubtful(HeldTask task) {
        return isDoubtful(task, timer.now(TimeUnit.NANOSECONDS));
    }

    private boolean isDoubtful(HeldTask task, long now) {
        return now - task.confirmedAt() >= reliable;
    }
}
