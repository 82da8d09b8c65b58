package io.fluxfabric.engine.r2dbc.wake;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/**
 * Wakes those in this process who wait for work on a lane.
 *
 * <p>Who waits asks for {@link #next} <em>before</em> looking for work: what happens after the look then completes it, and nothing
 * falls between.
 */
public final class LaneSignals {

    private final Map<LaneKey, Sinks.Empty<Void>> waiting = new ConcurrentHashMap<>();

    /** Completes at the next signal for the lane. */
    public Mono<Void> next(LaneKey lane) {
        Sinks.Empty<Void> known = waiting.get(lane);
        if (known == null) {
            Sinks.Empty<Void> fresh = Sinks.empty();
            known = waiting.putIfAbsent(lane, fresh);
            known = known == null ? fresh : known;
        }
        return known.asMono();
    }

    /** Wakes everybody who waits for the lane. */
    public void signal(LaneKey lane) {
        Sinks.Empty<Void> waiters = waiting.remove(lane);
        if (waiters != null) {
            waiters.tryEmitEmpty();
        }
    }
}
