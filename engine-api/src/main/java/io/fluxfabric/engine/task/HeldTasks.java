package io.fluxfabric.engine.task;

import io.fluxfabric.engine.execution.Claimed;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/**
 * What a worker holds and how much more it has room for. A slot is taken when a claim brings an execution, and freed when the
 * database has acknowledged how it ended.
 */
final class HeldTasks {

    private final Set<HeldTask> held = ConcurrentHashMap.newKeySet();
    private final Queue<HeldTask> fresh = new ConcurrentLinkedQueue<>();
    private final AtomicInteger free;
    private volatile Sinks.@Nullable Empty<Void> waiting;

    HeldTasks(int slots) {
        this.free = new AtomicInteger(slots);
    }

    /** How many slots are free, as soon as one is. One asks at a time. */
    Mono<Integer> room() {
        return Mono.defer(() -> {
            Sinks.Empty<Void> next = Sinks.empty();
            waiting = next;
            // Looked at after the wait is known to whoever frees a slot, so none is freed unseen.
            return free.get() > 0 ? Mono.fromSupplier(free::get) : next.asMono().then(Mono.fromSupplier(free::get));
        });
    }

    /** What a claim that was sent then has brought. It has a slot unless the claim brought more than was asked for. */
    void add(Claimed claimed, long sentAt) {
        boolean slotted = free.getAndUpdate(slots -> Math.max(0, slots - 1)) > 0;
        HeldTask task = new HeldTask(claimed, sentAt, slotted);
        held.add(task);
        fresh.add(task);
    }

    boolean hasNew() {
        return !fresh.isEmpty();
    }

    /** What came and nobody has taken yet. Whoever stops taking leaves the rest to the next who asks. */
    Flux<HeldTask> takeNew() {
        return Flux.generate(sink -> {
            HeldTask task = fresh.poll();
            if (task == null) {
                sink.complete();
            } else {
                sink.next(task);
            }
        });
    }

    /** The task is over; its slot is free. */
    void remove(HeldTask task) {
        if (held.remove(task) && task.slotted()) {
            free.incrementAndGet();
            Sinks.Empty<Void> waiter = waiting;
            if (waiter != null) {
                waiter.tryEmitEmpty();
            }
        }
    }

    List<HeldTask> all() {
        return new ArrayList<>(held);
    }

    int size() {
        return held.size();
    }
}
