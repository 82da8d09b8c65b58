package io.fluxfabric.engine.task;

import io.fluxfabric.engine.execution.Claim;
import io.fluxfabric.engine.execution.Executions;
import io.fluxfabric.engine.id.LaneId;
import io.fluxfabric.engine.id.WorkerIdentity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/**
 * One round of claims over the lanes of a worker, fairly: each gets an equal share of the room, what one does not use goes to those
 * that follow, and the next round begins with another. Only when all are empty are they waited on, all at once.
 */
final class LaneRounds {

    private final WorkerPlan plan;
    private final Executions executions;
    private final WorkerIdentity worker;
    private final HeldTasks held;
    private final Scheduler timer;
    private final List<LaneId> lanes;
    private int turn;

    LaneRounds(WorkerPlan plan, WorkerIdentity worker, HeldTasks held) {
        this.plan = plan;
        this.executions = plan.scope.executions();
        this.worker = worker;
        this.held = held;
        this.timer = plan.timer;
        this.lanes = plan.lanes();
    }

    /** Claims at most {@code room} executions into {@link HeldTasks}; how many they were, zero when none came in time. */
    Mono<Long> claim(int room) {
        if (lanes.size() == 1) {
            return ask(lanes.get(0), room, plan.maxWait());
        }
        List<LaneId> order = inTurn();
        return look(order, room).flatMap(found -> found == 0 ? await(order, room) : Mono.just(found));
    }

    private List<LaneId> inTurn() {
        List<LaneId> order = new ArrayList<>(lanes);
        Collections.rotate(order, -(turn++ % lanes.size()));
        return order;
    }

    /** Asks lane after lane, without waiting for work. */
    private Mono<Long> look(List<LaneId> order, int room) {
        return Mono.defer(() -> {
            AtomicLong found = new AtomicLong();
            return Flux.range(0, order.size())
                    .concatMap(
                            place -> {
                                int left = (int) Math.max(0, room - found.get());
                                int askers = order.size() - place;
                                int share = (left + askers - 1) / askers;
                                return left == 0 ? Mono.empty() : ask(order.get(place), share, Duration.ZERO);
                            },
                            1)
                    .doOnNext(found::addAndGet)
                    .then(Mono.fromSupplier(found::get));
        });
    }

    /** Waits on all lanes; the first that has something ends the wait. What others bring at that moment is held as well. */
    private Mono<Long> await(List<LaneId> order, int room) {
        int share = Math.max(1, room / order.size());
        return Flux.fromIterable(order)
                .flatMap(lane -> ask(lane, share, plan.maxWait()), order.size())
                .filter(found -> found > 0)
                .next()
                .defaultIfEmpty(0L);
    }

    /** What is taken is held at once, so that it is not lost on a round that ended meanwhile. */
    private Mono<Long> ask(LaneId lane, int max, Duration wait) {
        return Mono.defer(() -> {
            long sentAt = timer.now(TimeUnit.NANOSECONDS);
            Claim claim = Claim.lane(lane.value())
                    .as(worker)
                    .offers(plan.offered)
                    .max(Math.min(max, plan.claimBatch))
                    .lease(plan.lease)
                    .maxWait(wait);
            return executions
                    .claim(claim)
                    .doOnNext(claimed -> held.add(claimed, sentAt))
                    .count()
                    // A later answer would bring leases that are as good as over.
                    .timeout(plan.reliable(), timer);
        });
    }
}
