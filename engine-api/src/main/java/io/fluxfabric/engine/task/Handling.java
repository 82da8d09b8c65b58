package io.fluxfabric.engine.task;

import io.fluxfabric.engine.limits.Characters;
import io.fluxfabric.engine.limits.TextRule;
import io.fluxfabric.engine.policy.Failure;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

/** Runs the handler of an execution, unless something else ends it first, and has the end told to the database. */
final class Handling {

    private static final Logger log = LoggerFactory.getLogger(Handling.class);
    private static final TextRule REASON = TextRule.optional(TextRule.REASON.maxBytes(), Characters.PRINTABLE);

    private static final Duration NO_THREAD = Duration.ofSeconds(1);

    private final WorkerPlan plan;
    private final HeldTasks held;
    private final Fencing fencing;
    private final BlockingWatch watch;
    private final Settling settling;
    private final Outlet outlet;
    private final UnservedKinds unserved = new UnservedKinds();

    Handling(WorkerPlan plan, HeldTasks held, Fencing fencing, BlockingWatch watch, Settling settling, Outlet outlet) {
        this.plan = plan;
        this.held = held;
        this.fencing = fencing;
        this.watch = watch;
        this.settling = settling;
        this.outlet = outlet;
    }

    /** Completes when the execution has ended and its end is acknowledged; never errors. */
    Mono<Void> run(HeldTask task) {
        return released(
                task,
                Mono.defer(() -> verdict(task))
                        .flatMap(verdict -> conclude(task, verdict))
                        .onErrorResume(unforeseen -> abandon(task, unforeseen)));
    }

    /** Gives back what was claimed and never begun. */
    Mono<Void> giveBack(HeldTask task, String reason) {
        return released(task, settling.settle(task, TaskOutcome.released(reason)));
    }

    /** The task is gone before anybody hears that it is over, or it would be given back a second time. */
    private Mono<Void> released(HeldTask task, Mono<Void> work) {
        return work.doOnTerminate(() -> held.remove(task)).doOnCancel(() -> held.remove(task));
    }

    private Mono<Verdict> verdict(HeldTask task) {
        if (!task.slotted()) {
            return tell(TaskOutcome.released("claimed beyond the worker's capacity"));
        }
        if (fencing.isDoubtful(task)) {
            return Mono.just(new Verdict.Fenced());
        }
        Optional<Handlers.Served> served = plan.handlers.of(task.kind(), plan.codec);
        if (served.isEmpty()) {
            return tell(unserved(task));
        }
        outlet.tell(new WorkerEvent.Started(
                task.executionId(), task.kind(), task.handle().fence().attemptIndex()));
        return Mono.firstWithSignal(task.stopped(), handled(task, served.get()).map(Verdict.Tell::new));
    }

    private static Mono<Verdict> tell(TaskOutcome outcome) {
        return Mono.just(new Verdict.Tell(outcome));
    }

    private Mono<TaskOutcome> handled(HeldTask task, Handlers.Served served) {
        RunningTask running = new RunningTask(task, plan);
        return new GuardedHandler(watch, served.handler(), running)
                .subscribeOn(served.scheduler())
                .contextWrite(running::in)
                .map(this::outcome)
                .switchIfEmpty(Mono.fromSupplier(() -> outcome(null)))
                .onErrorResume(error -> Mono.just(ending(running, error)));
    }

    /** Catches what Reactor takes for fatal too: it would pass by whoever waits for this, and the task would never be over. */
    private TaskOutcome outcome(@Nullable Object value) {
        if (value instanceof TaskOutcome outcome) {
            return outcome;
        }
        try {
            return TaskOutcome.completed(plan.codec.encode(value));
        } catch (RuntimeException | StackOverflowError | LinkageError unwritable) {
            return TaskOutcome.failed(Failure.permanent(unwritable).withCategory("result_encode"));
        }
    }

    /** A scheduler that has no thread for a handler says nothing about the work, so it costs no retry. */
    private TaskOutcome ending(RunningTask task, Throwable error) {
        return error instanceof RejectedExecutionException && !task.hasBegun()
                ? TaskOutcome.delayed(NO_THREAD, "the scheduler of the handler takes no more")
                : TaskOutcome.failed(failure(error));
    }

    private Failure failure(Throwable error) {
        return error instanceof UnreadablePayload unreadable
                ? unreadable.failure()
                : plan.failures.of(GuardedHandler.thrownBy(error));
    }

    /** Given back, but not at once, or this worker would claim it again and again. */
    private TaskOutcome unserved(HeldTask task) {
        UnservedKinds.Putoff putoff = unserved.came(task.kind());
        Duration delay = putoff.delay();
        if (putoff.isNew()) {
            log.warn(
                    "there is no handler for {}, only for {}; its executions are given back after a growing delay",
                    task.kind(),
                    plan.handlers.kinds());
        }
        outlet.tell(new WorkerEvent.NoHandler(task.executionId(), task.kind(), delay));
        return TaskOutcome.delayed(delay, REASON.fit("no handler for " + task.kind() + " on " + plan.workerId));
    }

    private Mono<Void> conclude(HeldTask task, Verdict verdict) {
        if (verdict instanceof Verdict.Tell end) {
            return settling.settle(task, end.outcome());
        }
        if (verdict instanceof Verdict.Lost lost) {
            outlet.tell(new WorkerEvent.LeaseLost(task.executionId(), task.kind(), lost.reason()));
            return Mono.empty();
        }
        outlet.tell(new WorkerEvent.FencedItself(task.executionId(), task.kind()));
        // A renewal that was on its way may have gone through after all; then others need not wait for the lease to
        // end.
        return settling.tryFor(plan.lease, task, TaskOutcome.released("fenced itself"));
    }

    private Mono<Void> abandon(HeldTask task, Throwable unforeseen) {
        log.error("execution {} was left to the end of its lease", task.executionId(), unforeseen);
        outlet.tell(new WorkerEvent.Abandoned(task.executionId(), task.kind(), unforeseen));
        return Mono.empty();
    }
}
