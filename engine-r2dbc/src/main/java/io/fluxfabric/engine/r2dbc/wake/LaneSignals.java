package io.fluxfabric.engine.r2dbc.wake;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/**
 * Wakes those of this engine who wait for work on a lane.
 *
 * <p>Who waits asks for {@link #next} <em>before</em> looking for work: what happens after the look then completes it, and nothing
 * falls between.
 */
final class LaneSignals {

    private final Map<LaneKey, Sinks.Empty<Void>> waiting = new ConcurrentHashMap<>();

    /** Completes at the next signal for the lane. */
    Mono<Void> next(LaneKey lane) {
        Sinks.Empty<Void> known = waiting.get(lane);
        if (known == null) {
            Sinks.Empty<Void> fresh = Sinks.empty();
            known = waiting.putIfAbsent(lane, fresh);
            known = known == null ? fresh : known;
        }
        return known.asMono();
    }

    /** Wakes everybody who waits for a lane with one of these hints. */
    void signal(Set<String> hints) {
        waiting.keySet().stream().filter(lane -> hints.contains(lane.hint())).forEach(this::signal);
    }

    /** Wakes everybody. */
    void signalAll() {
        waiting.keySet().forEach(this::signal);
    }

    /** Wakes everybody who waits for the lane. */
    void signal(LaneKey lane) {
        Sinks.Empty<Void> waiters = waiting.remove(lane);
        if (waiters != null) {
            waiters.tryEmitEmpty();
        }
    }
}
