package io.fluxfabric.engine.proof.fault;

import io.fluxfabric.engine.task.WorkerEvent;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** What workers told: how many completions were confirmed to them, when, and what went wrong. */
final class Tally {

    private final Map<String, Integer> confirmed = new ConcurrentHashMap<>();
    private final ConcurrentSkipListMap<Long, Integer> moments = new ConcurrentSkipListMap<>();
    private final AtomicLong completions = new AtomicLong();
    private final List<WorkerEvent> troubles = new CopyOnWriteArrayList<>();

    void completed(String id) {
        confirmed.merge(id, 1, Integer::sum);
        moments.merge(System.nanoTime(), 1, Integer::sum);
        completions.incrementAndGet();
    }

    void heard(WorkerEvent event) {
        if (event instanceof WorkerEvent.Completed completed) {
            completed(completed.executionId().toString());
        } else if (!(event instanceof WorkerEvent.Started)) {
            troubles.add(event);
        }
    }

    long completions() {
        return completions.get();
    }

    /** Of the last so many milliseconds, per second. */
    double rate(long millis) {
        long since = System.nanoTime() - TimeUnit.MILLISECONDS.toNanos(millis);
        int count = moments.tailMap(since).values().stream()
                .mapToInt(Integer::intValue)
                .sum();
        return count * 1000.0 / millis;
    }

    boolean has(String id) {
        return confirmed.containsKey(id);
    }

    List<String> confirmedTwice() {
        return confirmed.entrySet().stream()
                .filter(entry -> entry.getValue() > 1)
                .map(Map.Entry::getKey)
                .toList();
    }

    <E extends WorkerEvent> List<E> troubles(Class<E> type) {
        return troubles.stream().filter(type::isInstance).map(type::cast).toList();
    }

    @Override
    public String toString() {
        return completions + " completions, last troubles "
                + troubles.subList(Math.max(0, troubles.size() - 5), troubles.size());
    }
}
