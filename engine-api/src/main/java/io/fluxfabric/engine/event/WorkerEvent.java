package io.fluxfabric.engine.event;

import io.fluxfabric.engine.id.WorkerIdentity;
import java.time.Instant;
import java.util.Optional;

/** The registry learned something about a worker instance. Heartbeats are no events. */
public record WorkerEvent(Cursor cursor, WorkerIdentity worker, Type type, Optional<String> reason, Instant at) {

    /** What it learned. */
    public enum Type {
        /** It is there, and was not before. */
        REGISTERED,
        /** It serves other lanes or offers other capabilities than before. */
        CAPABILITY_CHANGED,
        /** It gets no new work. */
        DRAINING,
        /** It gets new work again. */
        RESUMED,
        /** Somebody declared it dead. */
        MARKED_DEAD,
        /** It was silent for too long. */
        TTL_SWEPT
    }
}
