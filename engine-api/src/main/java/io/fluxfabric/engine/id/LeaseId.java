package io.fluxfabric.engine.id;

import java.util.UUID;

/**
 * The secret by which the holder of a lease is known: 122 random bits that cannot be guessed.
 *
 * <p>{@link #toString()} does not show it, so that it reaches no log and no error by accident.
 */
public record LeaseId(UUID value) {

    /** A new one. Only the first in a process that has made no engine yet may have to wait for entropy. */
    public static LeaseId random() {
        return new LeaseId(SecretUuids.shared().next());
    }

    @Override
    public String toString() {
        return "LeaseId[hidden]";
    }
}
