package io.fluxfabric.engine.task;

import io.fluxfabric.engine.Engine;
import io.fluxfabric.engine.Scope;
import io.fluxfabric.engine.error.ValidationException;
import io.fluxfabric.engine.id.Capabilities;
import io.fluxfabric.engine.id.ExecutionKind;
import io.fluxfabric.engine.id.LaneId;
import io.fluxfabric.engine.id.WorkerId;
import io.fluxfabric.engine.id.WorkerInstanceId;
import io.fluxfabric.engine.limits.Limit;
import io.fluxfabric.engine.payload.Codec;
import io.fluxfabric.engine.policy.Failure;
import io.fluxfabric.engine.policy.FailureClass;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/**
 * Runs executions by handlers, as many at a time as it has slots.
 *
 * <pre>{@code
 * Worker.on(engine).lane("mail").offers("smtp").concurrency(256)
 *         .handle("send-invoice", Invoice.class, (task, invoice) -> smtp.send(invoice).thenReturn(new Receipt(invoice.id())))
 *         .permanentOn(InvalidAddressException.class)
 *         .run()
 * }</pre>
 *
 * <p>Immutable: each method that sets something gives a copy.
 */
public final class Worker {

    private static final int MOST_SLOTS = 1_000_000;

    /** Timers count nanoseconds, and "for ever" has too many of them. */
    private static final Duration LONGEST = Duration.ofDays(365);

    private final WorkerPlan plan;
    private final OwnedRuns runs = new OwnedRuns();

    private Worker(WorkerPlan plan) {
        this.plan = plan;
    }

    /** A worker of an engine or of one of its namespaces. */
    public static Worker on(Scope scope) {
        return new Worker(new WorkerPlan(scope));
    }

    private Worker with(Consumer<WorkerPlan> change) {
        return new Worker(plan.with(change));
    }

    /** The namespace it serves; for workers that were made on an engine. */
    public Worker namespace(String name) {
        if (plan.scope instanceof Engine engine) {
            return with(copy -> copy.scope = engine.namespace(name));
        }
        throw ValidationException.invalidInput("namespace", "is that of the scope this worker was made on");
    }

    /** Lanes it serves, beside those named before; {@code default} if none is. Each gets its fair share of the slots. */
    public Worker lane(String... names) {
        return with(copy ->
                copy.lanes = Stream.concat(copy.lanes.stream(), Stream.of(names).map(LaneId::of))
                        .distinct()
                        .toList());
    }

    /** What it can do; executions that require something else are left to others. */
    public Worker offers(String... capabilities) {
        return with(copy -> copy.offered = Capabilities.offered(capabilities));
    }

    /** How many executions it holds at most; 64 if nothing is said. What is free is what it claims. */
    public Worker concurrency(int slots) {
        range("concurrency", 1, slots, MOST_SLOTS);
        return with(copy -> copy.concurrency = slots);
    }

    /** The most executions of one claim; must be within the engine's limit. */
    public Worker claimBatch(int most) {
        range("claimBatch", 1, most, (int) Limit.CLAIM_BATCH.ceiling());
        return with(copy -> copy.claimBatch = most);
    }

    /** How long each lease lasts, and so how long a crash goes unnoticed; 30 seconds if nothing is said. */
    public Worker lease(Duration ttl) {
        positive("lease", ttl);
        return with(copy -> copy.lease = ttl);
    }

    /** How often leases are renewed; a third of their length if nothing is said. */
    public Worker renewEvery(Duration interval) {
        positive("renewEvery", interval);
        return with(copy -> copy.renewEvery = Optional.of(interval));
    }

    /** How long one claim waits for work; half the time between renewals, 20 seconds at most, if nothing is said. */
    public Worker maxWait(Duration wait) {
        positive("maxWait", wait);
        return with(copy -> copy.maxWait = Optional.of(wait));
    }

    /** The name it shares with all its instances; {@code worker} if nothing is said. Each run is an instance of its own. */
    public Worker identity(String workerId) {
        return with(copy -> copy.workerId = WorkerId.of(workerId));
    }

    /**
     * The same with a name for the instance, which no other that runs may have. Of several subscriptions to this worker, one runs at
     * a time: the next begins when the last has drained.
     */
    public Worker identity(String workerId, String instanceId) {
        return with(copy -> {
            copy.workerId = WorkerId.of(workerId);
            copy.instance = Optional.of(WorkerInstanceId.of(instanceId));
        });
    }

    /** Runs executions of a kind, with the payload read by the codec. One that cannot be read fails for good. */
    public <T> Worker handle(String kind, Class<T> type, TaskHandler.OfValue<? super T> handler) {
        return handler(kind, codec -> task -> handler.handle(task, read(codec, task, type)));
    }

    private Worker handler(String kind, Function<Codec, TaskHandler> handler) {
        ExecutionKind served = ExecutionKind.of(kind);
        return with(copy -> copy.handlers = copy.handlers.with(served, handler));
    }

    private static <T> T read(Codec codec, TaskContext task, Class<T> type) {
        try {
            return codec.decode(task.payload(), type);
        } catch (RuntimeException unreadable) {
            throw new UnreadablePayload(task.kind(), type, unreadable);
        }
    }

    /** Runs executions of a kind, with the payload as it is. */
    public Worker handle(String kind, TaskHandler handler) {
        return handler(kind, codec -> handler);
    }

    /** Runs executions of every kind that has no handler. Without it they are given back, to be tried later. */
    public Worker otherwise(TaskHandler handler) {
        return with(copy -> copy.handlers = copy.handlers.otherwise(handler));
    }

    /** Reads payloads and writes results; JSON if nothing is said. */
    public Worker codec(Codec codec) {
        return with(copy -> copy.codec = codec);
    }

    /** Calls all handlers on this scheduler; for handlers that block, and there interrupted when they are cancelled. */
    public Worker blocking(Scheduler scheduler) {
        return with(copy -> copy.handlers = copy.handlers.on(scheduler));
    }

    /** Calls the handler of one kind on this scheduler. */
    public Worker blocking(String kind, Scheduler scheduler) {
        ExecutionKind served = ExecutionKind.of(kind);
        return with(copy -> copy.handlers = copy.handlers.on(served, scheduler));
    }

    /** Errors after which no other attempt makes sense. */
    @SafeVarargs
    @SuppressWarnings("varargs") // The array is only read.
    public final Worker permanentOn(Class<? extends Throwable>... types) {
        return with(copy -> copy.failures =
                copy.failures.and(FailureClass.PERMANENT, Arrays.stream(types).toList()));
    }

    /** Errors that may not come again; those of which nothing is said are such. */
    @SafeVarargs
    @SuppressWarnings("varargs") // The array is only read.
    public final Worker transientOn(Class<? extends Throwable>... types) {
        return with(copy -> copy.failures =
                copy.failures.and(FailureClass.TRANSIENT, Arrays.stream(types).toList()));
    }

    /** Errors that say that something took too long; {@code TimeoutException} is one. */
    @SafeVarargs
    @SuppressWarnings("varargs") // The array is only read.
    public final Worker timeoutOn(Class<? extends Throwable>... types) {
        return with(copy -> copy.failures =
                copy.failures.and(FailureClass.TIMEOUT, Arrays.stream(types).toList()));
    }

    /** Makes failures of errors; asked before what was said earlier, which still counts where this is empty. */
    public Worker classify(Function<Throwable, Optional<Failure>> rule) {
        return with(copy -> copy.failures = copy.failures.and(rule));
    }

    /** How long handlers may go on once the worker drains; then they are cancelled and given back. 30 seconds if nothing is said. */
    public Worker drainGrace(Duration grace) {
        range("drainGrace", Duration.ZERO, grace, LONGEST);
        return with(copy -> copy.drainGrace = grace);
    }

    /** After how long a handler that keeps a thread which must not block is told of; 200 ms if nothing is said. */
    public Worker blockingAfter(Duration longest) {
        range("blockingAfter", Duration.ofMillis(2), longest, LONGEST);
        return with(copy -> copy.blockingAfter = longest);
    }

    /** Drains when this gives any signal; after that the events complete. */
    public Worker until(Publisher<?> trigger) {
        return with(copy -> copy.until = trigger);
    }

    /** How many events are kept for whoever takes them slowly; 1024 if nothing is said. */
    public Worker eventBuffer(int events) {
        range("eventBuffer", 1, events, MOST_SLOTS);
        return with(copy -> copy.eventBuffer = events);
    }

    /** What renewal, self-fencing and pauses wait on; anything but the default is for tests. */
    public Worker timer(Scheduler timer) {
        return with(copy -> copy.timer = timer);
    }

    /**
     * Cold: each subscription runs an instance of its own. Cancelling drains it, in the background; see {@link #ended()}.
     *
     * <p>A database that is away does not end it. It ends with an error only when the engine is closed under it, or refuses what it
     * asks for as it stands. Whoever takes events slowly, or not at all, does not hold it up: the oldest are dropped.
     */
    public Flux<WorkerEvent> run() {
        check();
        return Outlet.of(plan.eventBuffer, outlet -> {
            WorkerRun run = new WorkerRun(plan, outlet);
            outlet.onCancel(run::stop);
            if (plan.instance.isPresent()) {
                runs.ownInTurn(run, outlet);
            } else {
                runs.own(run.life(), outlet);
            }
        });
    }

    /** Completes when nothing runs that was started by {@link #run()} of this very object. */
    public Mono<Void> ended() {
        return runs.ended();
    }

    private void check() {
        if (plan.handlers.isEmpty()) {
            throw ValidationException.invalidInput("handlers", "must be given: call handle or otherwise");
        }
        // Two renewals must fit before the worker fences itself, or one lost answer would stop everything.
        range(
                "renewEvery",
                Duration.ofMillis(1),
                plan.renewEvery(),
                plan.lease.multipliedBy(5).dividedBy(12));
        range("maxWait", Duration.ofMillis(1), plan.maxWait(), plan.renewEvery());
    }

    private static <T extends Comparable<T>> void range(String field, T least, T actual, T most) {
        if (actual.compareTo(least) < 0 || actual.compareTo(most) > 0) {
            throw ValidationException.outOfRange(field, least, most, actual);
        }
    }

    private static void positive(String field, Duration value) {
        range(field, Duration.ofNanos(1), value, LONGEST);
    }
}
