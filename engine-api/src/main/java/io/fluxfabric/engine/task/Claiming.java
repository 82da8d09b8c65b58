package io.fluxfabric.engine.task;

import io.fluxfabric.engine.error.ClosedException;
import io.fluxfabric.engine.error.ValidationException;
import java.time.Duration;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/** Asks for as much work as there is room for, one round at a time, without end: a database that is away is waited for. */
final class Claiming {

    private static final Logger log = LoggerFactory.getLogger(Claiming.class);

    private final HeldTasks held;
    private final LaneRounds rounds;
    private final Outlet outlet;
    private final Scheduler timer;
    private final Pauses pauses = new Pauses(Duration.ofMillis(100), Duration.ofSeconds(5));

    Claiming(WorkerPlan plan, HeldTasks held, LaneRounds rounds, Outlet outlet) {
        this.held = held;
        this.rounds = rounds;
        this.outlet = outlet;
        this.timer = plan.timer;
    }

    /**
     * What was claimed, until {@code stop}.
     *
     * @param fatal told of a refusal that no waiting can change; the tasks end with it
     */
    Flux<HeldTask> tasks(Mono<Void> stop, Consumer<Throwable> fatal) {
        return Flux.defer(this::round).repeat().takeUntilOther(stop).onErrorResume(refusal -> {
            fatal.accept(refusal);
            return Flux.empty();
        });
    }

    /** What one round brought, and then the pause if it failed. What came too late for the last round is served first. */
    private Flux<HeldTask> round() {
        Mono<Duration> claimed = held.hasNew()
                ? Mono.just(Duration.ZERO)
                : held.room().flatMap(rounds::claim).map(this::answered).onErrorResume(this::failed);
        return claimed.flatMapMany(pause -> Flux.concat(
                Flux.defer(held::takeNew),
                pause.isZero() ? Mono.empty() : Mono.delay(pause, timer).then(Mono.empty())));
    }

    private Duration answered(long tasks) {
        if (pauses.failures() > 0) {
            log.info("claims are answered again, after {} failures", pauses.failures());
            pauses.succeeded();
        }
        return Duration.ZERO;
    }

    /** A request that is refused as it stands is refused for ever; everything else passes. */
    private Mono<Duration> failed(Throwable error) {
        if (error instanceof ValidationException || error instanceof ClosedException) {
            return Mono.error(error);
        }
        Duration pause = pauses.failed();
        if (pauses.failures() == 1) {
            log.warn("a claim failed; claims are repeated until one is answered", error);
        }
        outlet.tell(new WorkerEvent.ClaimFailed(error, pause));
        return Mono.just(pause);
    }
}
