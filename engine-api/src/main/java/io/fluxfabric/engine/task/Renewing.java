package io.fluxfabric.engine.task;

import io.fluxfabric.engine.error.ValidationException;
import io.fluxfabric.engine.id.WorkerInstanceId;
import io.fluxfabric.engine.lease.Handle;
import io.fluxfabric.engine.lease.RenewOutcome;
import io.fluxfabric.engine.limits.Limit;
import io.fluxfabric.engine.worker.Heartbeat;
import io.fluxfabric.engine.worker.HeartbeatOutcome;
import io.fluxfabric.engine.worker.Workers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/**
 * Prolongs all leases of a worker by one call per interval, which is its heartbeat too. What the answer says is lost is stopped at
 * once. A renewal that failed is repeated soon, not at the next interval: there is little time to lose.
 */
final class Renewing {

    private static final Logger log = LoggerFactory.getLogger(Renewing.class);

    private final Workers workers;
    private final WorkerInstanceId instance;
    private final HeldTasks held;
    private final Registering registering;
    private final Outlet outlet;
    private final Scheduler timer;
    private final Duration interval;
    private final Pauses pauses;
    private volatile int batch = Math.toIntExact(Limit.RENEW_BATCH.standard());
    private volatile boolean draining;

    Renewing(WorkerPlan plan, WorkerInstanceId instance, HeldTasks held, Registering registering, Outlet outlet) {
        this.workers = plan.scope.workers();
        this.instance = instance;
        this.held = held;
        this.registering = registering;
        this.outlet = outlet;
        this.timer = plan.timer;
        this.interval = plan.renewEvery();
        this.pauses = new Pauses(interval.dividedBy(10), interval);
    }

    /** Without end and without an error of its own. */
    Flux<Void> loop() {
        return Flux.defer(() -> {
            Pacer pacer = new Pacer();
            return Mono.defer(() -> Mono.delay(pacer.pause, timer).then(pass(pacer)))
                    .repeat();
        });
    }

    /** How long to wait before the next pass. */
    private final class Pacer {
        private volatile Duration pause = interval;
    }

    private Mono<Void> pass(Pacer pacer) {
        return Mono.defer(() -> {
            if (!registering.isRegistered()) {
                return Mono.empty();
            }
            long start = timer.now(TimeUnit.NANOSECONDS);
            List<HeldTask> tasks = held.all();
            return all(tasks)
                    .doOnSuccess(done -> {
                        pauses.succeeded();
                        pacer.pause = rest(start);
                    })
                    .onErrorResume(error -> {
                        pacer.pause = failed(error, tasks.size());
                        return Mono.empty();
                    });
        });
    }

    /** From start to start, so that a slow answer does not make the next one late. */
    private Duration rest(long start) {
        Duration left = interval.minusNanos(timer.now(TimeUnit.NANOSECONDS) - start);
        return left.isNegative() ? Duration.ZERO : left;
    }

    /** One call, or a few when there are more leases than one takes. */
    private Mono<Void> all(List<HeldTask> tasks) {
        return tasks.isEmpty()
                ? beat(List.of())
                : Flux.fromIterable(tasks)
                        .buffer(batch)
                        .concatMap(this::beat, 1)
                        .then();
    }

    private Mono<Void> beat(List<HeldTask> tasks) {
        return Mono.defer(() -> {
            long sentAt = timer.now(TimeUnit.NANOSECONDS);
            List<Handle> handles = tasks.stream().map(HeldTask::handle).toList();
            return workers.heartbeat(instance, handles)
                    .timeout(interval, timer)
                    .doOnNext(answer -> learn(tasks, answer.leases(), sentAt))
                    .flatMap(this::heard);
        });
    }

    /** The answers come in the order of the leases. */
    private static void learn(List<HeldTask> tasks, List<RenewOutcome> outcomes, long sentAt) {
        for (int place = 0; place < outcomes.size(); place++) {
            HeldTask task = tasks.get(place);
            if (outcomes.get(place) instanceof RenewOutcome.Lost lost) {
                task.stop(new Verdict.Lost(lost.reason()));
            } else {
                task.confirmed(sentAt);
            }
        }
    }

    /** An instance that lapsed comes back; whether it gets new work is the database's business, telling of it is ours. */
    private Mono<Void> heard(Heartbeat answer) {
        if (answer.liveness() instanceof HeartbeatOutcome.Refreshed refreshed) {
            if (refreshed.draining() != draining && !registering.isLeaving()) {
                draining = refreshed.draining();
                outlet.tell(new WorkerEvent.DrainAsked(draining));
            }
            return Mono.empty();
        }
        return registering.once();
    }

    private Duration failed(Throwable error, int leases) {
        if (error instanceof ValidationException && batch > 1) {
            // The engine takes fewer at a time than engines usually do.
            batch = Math.max(1, Math.min(batch, leases) / 2);
        }
        Duration pause = pauses.failed();
        if (pauses.failures() == 1) {
            log.warn("a renewal of {} leases failed; it is repeated until it is answered", leases, error);
        }
        outlet.tell(new WorkerEvent.RenewalFailed(error, leases, pause));
        return pause;
    }
}
