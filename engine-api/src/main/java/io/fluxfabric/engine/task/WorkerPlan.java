package io.fluxfabric.engine.task;

import io.fluxfabric.engine.Scope;
import io.fluxfabric.engine.id.Capabilities;
import io.fluxfabric.engine.id.LaneId;
import io.fluxfabric.engine.id.WorkerId;
import io.fluxfabric.engine.id.WorkerIdentity;
import io.fluxfabric.engine.id.WorkerInstanceId;
import io.fluxfabric.engine.limits.Limit;
import io.fluxfabric.engine.payload.Codec;
import io.fluxfabric.engine.payload.JacksonCodec;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/** Everything that is set on a worker, and what follows from it. Changed on copies only. */
final class WorkerPlan {

    /** A long poll that nothing ends is begun anew after this time at most; an answer costs nothing to wait for. */
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(20);

    private static final Duration SHORTEST_LIVENESS = Duration.ofMillis(Limit.LIVENESS_TTL_MIN.standard());

    Scope scope;
    List<LaneId> lanes = List.of();
    Capabilities offered = Capabilities.none();
    int concurrency = 64;
    int claimBatch = Math.toIntExact(Limit.CLAIM_BATCH.standard());
    Duration lease = Duration.ofSeconds(30);
    Optional<Duration> renewEvery = Optional.empty();
    Optional<Duration> maxWait = Optional.empty();
    Duration drainGrace = Duration.ofSeconds(30);
    Duration blockingAfter = Duration.ofMillis(200);
    WorkerId workerId = WorkerId.of("worker");
    Optional<WorkerInstanceId> instance = Optional.empty();
    Codec codec = JacksonCodec.standard();
    Handlers handlers = Handlers.none();
    FailureRules failures = FailureRules.standard();
    Publisher<?> until = Mono.never();
    int eventBuffer = 1024;
    Scheduler timer = WorkerThreads.timer();

    WorkerPlan(Scope scope) {
        this.scope = scope;
    }

    WorkerPlan with(Consumer<WorkerPlan> change) {
        WorkerPlan copy = new WorkerPlan(scope);
        copy.lanes = lanes;
        copy.offered = offered;
        copy.concurrency = concurrency;
        copy.claimBatch = claimBatch;
        copy.lease = lease;
        copy.renewEvery = renewEvery;
        copy.maxWait = maxWait;
        copy.drainGrace = drainGrace;
        copy.blockingAfter = blockingAfter;
        copy.workerId = workerId;
        copy.instance = instance;
        copy.codec = codec;
        copy.handlers = handlers;
        copy.failures = failures;
        copy.until = until;
        copy.eventBuffer = eventBuffer;
        copy.timer = timer;
        change.accept(copy);
        return copy;
    }

    /** Who a run is: the instance that was named, or a new one. */
    WorkerIdentity identity() {
        return new WorkerIdentity(workerId, instance.orElseGet(this::mintedInstance));
    }

    private WorkerInstanceId mintedInstance() {
        String suffix = "-%d-%016x"
                .formatted(
                        ProcessHandle.current().pid(),
                        ThreadLocalRandom.current().nextLong());
        String name = workerId.value();
        // A long name is shortened, since it is the rest that makes the instance unique.
        int room = (WorkerInstanceId.MAX_BYTES - suffix.length()) / 4;
        return WorkerInstanceId.of((name.length() > room ? name.substring(0, room) : name) + suffix);
    }

    List<LaneId> lanes() {
        return lanes.isEmpty() ? List.of(LaneId.DEFAULT) : lanes;
    }

    Duration renewEvery() {
        return renewEvery.orElse(lease.dividedBy(3));
    }

    /**
     * How long a claim waits for work. The lease of what it brings counts from before it was sent, so it must be short against
     * the lease, and leave time for a renewal.
     */
    Duration maxWait() {
        Duration half = renewEvery().dividedBy(2);
        return maxWait.orElse(half.compareTo(LONGEST_WAIT) < 0 ? half : LONGEST_WAIT);
    }

    /** How long before the end of a lease its handler is stopped, at least by half. */
    Duration margin() {
        return lease.dividedBy(6);
    }

    /** How long after it was last confirmed a lease may be relied on. */
    Duration reliable() {
        return lease.minus(margin());
    }

    /** How long the registry waits before it takes a silent instance for dead: as long as its leases. */
    Duration liveness() {
        return lease.compareTo(SHORTEST_LIVENESS) < 0 ? SHORTEST_LIVENESS : lease;
    }
}
