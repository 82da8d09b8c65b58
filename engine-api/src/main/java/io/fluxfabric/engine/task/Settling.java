package io.fluxfabric.engine.task;

import io.fluxfabric.engine.error.ClosedException;
import io.fluxfabric.engine.error.EngineException;
import io.fluxfabric.engine.error.ExecutionNotActiveException;
import io.fluxfabric.engine.error.LeaseLostException;
import io.fluxfabric.engine.error.NotFoundException;
import io.fluxfabric.engine.error.OperationTimeoutException;
import io.fluxfabric.engine.error.ValidationException;
import io.fluxfabric.engine.execution.Executions;
import io.fluxfabric.engine.execution.Moment;
import io.fluxfabric.engine.execution.Progress;
import io.fluxfabric.engine.policy.Failure;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.util.retry.Retry;

/**
 * Tells the database how an execution ended, until it has answered.
 *
 * <p>Repeating is safe: whoever had ended its lease gets the first answer again, and whoever lost it gets an error. So an answer that
 * was lost on the way is asked for again, however long the database is away, and an end is never written twice.
 */
final class Settling {

    private static final Logger log = LoggerFactory.getLogger(Settling.class);
    private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);
    /** An error that is not known to pass may pass all the same, but is not waited for without end. */
    private static final int DOUBTFUL_RETRIES = 5;

    private final Executions executions;
    private final Scheduler timer;
    private final Outlet outlet;

    Settling(WorkerPlan plan, Outlet outlet) {
        this.executions = plan.scope.executions();
        this.timer = plan.timer;
        this.outlet = outlet;
    }

    /** Completes when the database has answered, or when there is no more point in asking; never errors. */
    Mono<Void> settle(HeldTask task, TaskOutcome outcome) {
        return Mono.firstWithSignal(
                        task.givenUp()
                                .then(Mono.<WorkerEvent>error(() -> new TimeoutException("the worker ended first"))),
                        acknowledged(task, outcome))
                .onErrorResume(Settling::isLoss, loss -> Mono.just(lost(task, loss)))
                .onErrorResume(error -> Mono.just(new WorkerEvent.Abandoned(task.executionId(), task.kind(), error)))
                .doOnNext(outlet::tell)
                .then();
    }

    /** Tells the database within a time, and says so if that worked. Nobody depends on it. */
    Mono<Void> tryFor(Duration time, HeldTask task, TaskOutcome outcome) {
        return Mono.firstWithSignal(task.givenUp().then(Mono.<WorkerEvent>empty()), repeated(task, outcome))
                .timeout(time, Mono.empty(), timer)
                .doOnNext(outlet::tell)
                .onErrorResume(error -> {
                    log.debug("execution {} was left to the end of its lease", task.executionId(), error);
                    return Mono.empty();
                })
                .then();
    }

    /** What the engine refuses to store is a failure of the attempt, or the execution would come back for ever. */
    private Mono<WorkerEvent> acknowledged(HeldTask task, TaskOutcome outcome) {
        return repeated(task, outcome)
                .onErrorResume(
                        ValidationException.class,
                        refused -> repeated(task, new TaskOutcome.Fail(instead(outcome, refused))))
                .onErrorResume(
                        error -> outcome instanceof TaskOutcome.Complete && !isLoss(error) && !isClosed(error),
                        error -> repeated(task, new TaskOutcome.Fail(unstorable(error))));
    }

    private Mono<WorkerEvent> repeated(HeldTask task, TaskOutcome outcome) {
        return Mono.defer(() -> told(task, outcome))
                .retryWhen(Retry.backoff(DOUBTFUL_RETRIES, FIRST_PAUSE)
                        .filter(Settling::isDoubtful)
                        .scheduler(timer)
                        .onRetryExhaustedThrow((spec, signal) -> signal.failure()))
                .retryWhen(Retry.backoff(Long.MAX_VALUE, FIRST_PAUSE)
                        .maxBackoff(LONGEST_PAUSE)
                        .filter(Settling::passes)
                        .scheduler(timer));
    }

    private Mono<WorkerEvent> told(HeldTask task, TaskOutcome outcome) {
        if (outcome instanceof TaskOutcome.Complete complete) {
            return executions
                    .complete(task.handle(), complete.result())
                    .map(done -> new WorkerEvent.Completed(task.executionId(), task.kind()));
        }
        if (outcome instanceof TaskOutcome.Fail fail) {
            return executions
                    .fail(task.handle(), fail.failure())
                    .map(done -> new WorkerEvent.Failed(task.executionId(), task.kind(), fail.failure(), done));
        }
        if (outcome instanceof TaskOutcome.Delay delay) {
            return delayed(task, delay);
        }
        if (outcome instanceof TaskOutcome.Release release) {
            return executions
                    .release(task.handle(), release.reason())
                    .map(done -> new WorkerEvent.Released(task.executionId(), task.kind(), release.reason()));
        }
        TaskOutcome.Cancel cancel = (TaskOutcome.Cancel) outcome;
        return executions
                .cancel(task.handle(), cancel.reason())
                .map(done -> new WorkerEvent.Cancelled(task.executionId(), task.kind(), cancel.reason()));
    }

    /** A delay has no reason of its own, so the progress message tells people who look at the execution. */
    private Mono<WorkerEvent> delayed(HeldTask task, TaskOutcome.Delay delay) {
        Mono<Void> why = delay.reason().isEmpty()
                ? Mono.empty()
                : executions.progress(task.handle(), Progress.message(delay.reason()));
        // When this is a repetition the lease may have ended well before; the delay then gives its first answer.
        return why.onErrorResume(Settling::isLoss, ended -> Mono.empty())
                .then(executions.delay(task.handle(), Moment.after(delay.delay())))
                .map(done -> new WorkerEvent.Delayed(task.executionId(), task.kind(), done.until(), delay.reason()));
    }

    private static Failure instead(TaskOutcome outcome, ValidationException refused) {
        return outcome instanceof TaskOutcome.Fail fail
                ? Failure.of(fail.failure().failureClass(), refused).withCategory("failure_refused")
                : Failure.permanent(refused).withCategory("result_refused");
    }

    private static Failure unstorable(Throwable error) {
        return Failure.transientFailure(error).withCategory("result_not_stored");
    }

    private static WorkerEvent lost(HeldTask task, Throwable reason) {
        return new WorkerEvent.LeaseLost(task.executionId(), task.kind(), reason);
    }

    /** The lease is not ours any more, for whatever reason. */
    static boolean isLoss(Throwable error) {
        return error instanceof LeaseLostException
                || error instanceof ExecutionNotActiveException
                || error instanceof NotFoundException;
    }

    private static boolean isClosed(Throwable error) {
        return error instanceof ClosedException;
    }

    /** A passing state of the database; a timeout is one here, because repeating is safe. */
    private static boolean passes(Throwable error) {
        return error instanceof OperationTimeoutException
                || (error instanceof EngineException known && known.isRetryable());
    }

    private static boolean isDoubtful(Throwable error) {
        return !passes(error) && !isLoss(error) && !isClosed(error) && !(error instanceof ValidationException);
    }
}
