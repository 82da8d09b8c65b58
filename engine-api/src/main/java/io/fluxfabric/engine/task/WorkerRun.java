package io.fluxfabric.engine.task;

import io.fluxfabric.engine.id.WorkerIdentity;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.Scannable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** One life of a worker: it registers, works until it is told to stop, and leaves nothing behind. */
final class WorkerRun {

    private static final Logger log = LoggerFactory.getLogger(WorkerRun.class);
    private static final String DRAINED = "the worker drains";
    private static final int CROWDS = 64;

    private final WorkerPlan plan;
    private final WorkerIdentity worker;
    private final Outlet outlet;
    private final HeldTasks held;
    private final Registering registering;
    private final Claiming claiming;
    private final Renewing renewing;
    private final Fencing fencing;
    private final BlockingWatch watch;
    private final Handling handling;
    private final Sinks.Empty<Void> stopping = Sinks.empty();
    private final AtomicReference<@Nullable Throwable> refusal = new AtomicReference<>();

    WorkerRun(WorkerPlan plan, Outlet outlet) {
        this.plan = plan;
        this.worker = plan.identity();
        this.outlet = outlet;
        this.held = new HeldTasks(plan.concurrency);
        this.registering = new Registering(plan, worker, outlet);
        this.claiming = new Claiming(plan, held, new LaneRounds(plan, worker, held), outlet);
        this.renewing = new Renewing(plan, worker.instance(), held, registering, outlet);
        this.fencing = new Fencing(plan, held);
        this.watch = new BlockingWatch(plan, outlet);
        this.handling = new Handling(plan, held, fencing, watch, new Settling(plan, outlet), outlet);
    }

    /** Ends the life in good order; safe to call often. */
    void stop() {
        stopping.tryEmitEmpty();
    }

    boolean isStopped() {
        return Boolean.TRUE.equals(stopping.scanUnsafe(Scannable.Attr.TERMINATED));
    }

    /** Errors only with a refusal that no waiting can change, and then too after everything was given back. */
    Mono<Void> life() {
        Mono<Void> aside = Flux.merge(until(), renewing.loop(), fencing.loop(), watch.loop(), draining())
                .then(Mono.never());
        return Mono.firstWithSignal(work(), aside).then(leave());
    }

    private Mono<Void> work() {
        return registering
                .register()
                .onErrorResume(this::refused)
                .takeUntilOther(stopping.asMono())
                .thenMany(
                        claiming.tasks(stopping.asMono(), this::refusedForGood).map(handling::run))
                .concatWith(notBegun())
                .groupBy(WorkerRun::crowd, Integer.MAX_VALUE)
                .flatMap(crowd -> crowd.flatMap(Function.identity(), Integer.MAX_VALUE), CROWDS)
                .then(Mono.defer(this::giveBackTheRest));
    }

    /** flatMap looks at all it runs whenever one of them ends, so a hundred thousand run better in several crowds. */
    private static int crowd(Mono<Void> work) {
        return Math.floorMod(work.hashCode(), CROWDS);
    }

    private Mono<Void> refused(Throwable error) {
        refusedForGood(error);
        return Mono.empty();
    }

    private void refusedForGood(Throwable error) {
        refusal.compareAndSet(null, error);
        stop();
    }

    /** What was claimed and had not begun when the worker was stopped; others need not wait for the grace to get it. */
    private Flux<Mono<Void>> notBegun() {
        return Flux.defer(held::takeNew).map(task -> handling.giveBack(task, DRAINED));
    }

    /** What a claim brought in the very moment of the stop. */
    private Mono<Void> giveBackTheRest() {
        return Flux.fromIterable(held.all())
                .flatMap(task -> handling.giveBack(task, DRAINED))
                .then();
    }

    private Mono<Void> until() {
        return Flux.from(plan.until)
                .take(1)
                .then()
                .onErrorResume(error -> {
                    log.warn("what was to say when worker {} ends has failed, so it ends now", worker, error);
                    return Mono.empty();
                })
                .doOnSuccess(done -> stop());
    }

    /** Handlers have the grace to finish; then they are cancelled and given back; what cannot be told is left at last. */
    private Mono<Void> draining() {
        return stopping.asMono().then(Mono.defer(() -> {
            outlet.tell(new WorkerEvent.Draining(held.size()));
            return Mono.when(registering.drain(), handBack());
        }));
    }

    private Mono<Void> handBack() {
        Verdict back = new Verdict.Tell(TaskOutcome.released(DRAINED));
        return Mono.delay(plan.drainGrace, plan.timer)
                .doOnNext(over -> held.all().forEach(task -> task.stop(back)))
                .then(Mono.delay(plan.lease, plan.timer))
                .doOnNext(over -> held.all().forEach(HeldTask::giveUp))
                .then();
    }

    private Mono<Void> leave() {
        return registering.leave().then(Mono.defer(() -> {
            outlet.tell(new WorkerEvent.Drained(worker, outlet.missed()));
            Throwable error = refusal.get();
            return error == null ? Mono.empty() : Mono.error(error);
        }));
    }
}
