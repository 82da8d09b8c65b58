package io.fluxfabric.engine.lease;

import io.fluxfabric.engine.error.ValidationException;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.id.LaneId;
import io.fluxfabric.engine.id.WorkerIdentity;
import java.time.Duration;
import java.time.temporal.ChronoUnit;

/**
 * What a worker holds while it holds an execution, and shows with every call about it.
 *
 * <p>It can be sent over a wire and kept anywhere, but only by who may act as the holder: it contains the lease id, which
 * is a secret. {@link #toString()} leaves that out. The checksum of the encoded form finds damage, not malice: an invented
 * handle fails because nobody can guess the lease id.
 *
 * @param ttl how long the lease lasts from each renewal
 */
public record Handle(Backend backend, HandleKind kind, Fence fence, LaneId lane, WorkerIdentity worker, Duration ttl) {

    private static final Duration LONGEST = Duration.ofMillis(Long.MAX_VALUE);

    public Handle {
        // Only milliseconds are encoded, so only they count, and more of them than a long holds cannot be.
        if (ttl.compareTo(LONGEST) > 0) {
            throw ValidationException.invalidInput("lease", "must last at most " + LONGEST + ", but lasts " + ttl);
        }
        ttl = ttl.truncatedTo(ChronoUnit.MILLIS);
        if (ttl.compareTo(Duration.ofMillis(1)) < 0) {
            throw ValidationException.invalidInput("lease", "must last at least a millisecond, but lasts " + ttl);
        }
    }

    public ExecutionId executionId() {
        return fence.executionId();
    }

    /** The handle as text that is safe in a URL. */
    public String encode() {
        return HandleCodec.toText(this);
    }

    /** Reads {@link #encode()}; anything else is {@code Corruption}. */
    public static Handle decode(String text) {
        return HandleCodec.fromText(text);
    }

    /** The handle as bytes. */
    public byte[] toBytes() {
        return HandleCodec.toBytes(this);
    }

    /** Reads {@link #toBytes()}; anything else is {@code Corruption}. */
    public static Handle fromBytes(byte[] bytes) {
        return HandleCodec.fromBytes(bytes);
    }

    /** Returns this handle if it was issued by that backend, and raises {@code HandleFromOtherBackend} otherwise. */
    public Handle from(Backend expected) {
        if (backend != expected) {
            throw ValidationException.handleFromOtherBackend(expected.literal(), backend.literal());
        }
        return this;
    }

    /** Without the lease id. */
    @Override
    public String toString() {
        return "Handle[%s %s, lane %s, worker %s, %s]"
                .formatted(kind.literal(), fence, lane, worker, backend.literal());
    }
}
