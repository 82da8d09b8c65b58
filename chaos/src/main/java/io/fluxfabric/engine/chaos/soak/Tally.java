package io.fluxfabric.engine.chaos.soak;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** What the submitter, the worker and the housekeeping have to tell. Remembers numbers only, so that it does not grow itself. */
final class Tally {

    private final AtomicLong submitted = new AtomicLong();
    private final AtomicLong completed = new AtomicLong();
    private final Lag lag = new Lag();
    private final Map<String, AtomicLong> troubles = new ConcurrentSkipListMap<>();
    private final AtomicReference<@Nullable Throwable> broken = new AtomicReference<>();

    /** The database confirmed that it is stored. */
    void submitted() {
        submitted.incrementAndGet();
    }

    /** The database confirmed that it ended well. */
    void completed() {
        completed.incrementAndGet();
    }

    /** Something that should not happen in a run without faults. */
    void trouble(String what, long times) {
        troubles.computeIfAbsent(what, unseen -> new AtomicLong()).addAndGet(times);
    }

    /** A part of the run ended by an error. */
    void broke(Throwable error) {
        broken.compareAndSet(null, error);
    }

    void requireWhole() {
        Throwable error = broken.get();
        if (error != null) {
            throw new IllegalStateException("a part of the run ended: " + error, error);
        }
    }

    long submissions() {
        return submitted.get();
    }

    long completions() {
        return completed.get();
    }

    /** Work that is there; an answer to a submit may come after the work was done. */
    long backlog() {
        return Math.max(0, submitted.get() - completed.get());
    }

    Lag lag() {
        return lag;
    }

    List<String> troubles() {
        return troubles.entrySet().stream()
                .map(entry -> entry.getKey() + ": " + entry.getValue() + " times")
                .toList();
    }
}
