package io.fluxfabric.engine.task;

import io.fluxfabric.engine.error.ClosedException;
import io.fluxfabric.engine.error.ValidationException;
import io.fluxfabric.engine.id.WorkerIdentity;
import io.fluxfabric.engine.id.WorkerInstanceId;
import io.fluxfabric.engine.worker.RegisterOutcome;
import io.fluxfabric.engine.worker.RegisterWorker;
import io.fluxfabric.engine.worker.Workers;
import java.time.Duration;
import java.util.Set;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.util.retry.Retry;

/** Says to the registry that the instance is there, what it serves, that it takes no new work, and that it is gone. */
final class Registering {

    private static final Logger log = LoggerFactory.getLogger(Registering.class);
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Workers workers;
    private final WorkerIdentity worker;
    private final RegisterWorker request;
    private final Outlet outlet;
    private final Scheduler timer;
    private final Pauses pauses = new Pauses(Duration.ofMillis(100), Duration.ofSeconds(5));
    private volatile boolean registered;
    private volatile boolean leaving;

    Registering(WorkerPlan plan, WorkerIdentity worker, Outlet outlet) {
        this.workers = plan.scope.workers();
        this.worker = worker;
        this.request = new RegisterWorker(worker, Set.copyOf(plan.lanes()), plan.offered, plan.liveness());
        this.outlet = outlet;
        this.timer = plan.timer;
    }

    /** Whether it drains because it is to end, and not because an operator said so. */
    boolean isLeaving() {
        return leaving;
    }

    boolean isRegistered() {
        return registered;
    }

    /**
     * Registers; tries again until it is answered, and errors only when it is refused. An instance whose last run drained and could
     * not say that it left gets new work again.
     */
    Mono<Void> register() {
        return began(workers::resume)
                .retryWhen(Retry.from(failures -> failures.concatMap(failure -> pause(failure.failure()))));
    }

    /** Registers without a second try. */
    Mono<Void> once() {
        return began(instance -> Mono.empty());
    }

    // What is done again is done only to an instance that is there already.
    private Mono<Void> began(Function<WorkerInstanceId, Mono<?>> again) {
        return Mono.defer(() -> workers.register(request))
                .delayUntil(done ->
                        done.kind() == RegisterOutcome.Kind.REFRESHED ? again.apply(worker.instance()) : Mono.empty())
                .timeout(PATIENCE, timer)
                .doOnNext(this::registered)
                .then();
    }

    private void registered(RegisterOutcome done) {
        registered = true;
        pauses.succeeded();
        outlet.tell(new WorkerEvent.Registered(worker));
    }

    private Mono<Long> pause(Throwable error) {
        if (error instanceof ValidationException || error instanceof ClosedException) {
            return Mono.error(error);
        }
        Duration pause = pauses.failed();
        if (pauses.failures() == 1) {
            log.warn("worker {} could not be registered; it is tried again until it is", worker, error);
        }
        outlet.tell(new WorkerEvent.RegistrationFailed(error));
        return Mono.delay(pause, timer);
    }

    /** No new work; a courtesy to the operator who looks, so a failure changes nothing. */
    Mono<Void> drain() {
        leaving = true;
        return courtesy("drain", Mono.defer(() -> workers.drain(worker.instance())));
    }

    /** The instance is gone, and with it whatever the database believes it still holds. */
    Mono<Void> leave() {
        return courtesy("leave", Mono.defer(() -> workers.markDead(worker.instance(), "drained and ended")));
    }

    private Mono<Void> courtesy(String what, Mono<?> call) {
        return Mono.defer(() -> registered ? call : Mono.empty())
                .timeout(PATIENCE, timer)
                .then()
                .onErrorResume(error -> {
                    log.debug("worker {} could not tell the registry to {}", worker, what, error);
                    return Mono.empty();
                });
    }
}
