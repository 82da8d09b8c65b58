package io.fluxfabric.engine.id;

import java.util.UUID;

/**
 * The secret by which the holder of a lease is known: 122 random bits that cannot be guessed.
 *
 * <p>{@link #toString()} does not show it, so that it reaches no log and no error by accident.
 */
public record LeaseId(UUID value) {

    @Override
    public String toString() {
        return "LeaseId[hidden]";
    }
}
