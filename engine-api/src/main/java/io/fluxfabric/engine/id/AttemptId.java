package io.fluxfabric.engine.id;

import io.fluxfabric.engine.error.ValidationException;
import java.util.UUID;

/** Names one attempt to run an execution. */
public record AttemptId(UUID value) {

    public static AttemptId parse(String text) {
        return new AttemptId(CanonicalUuid.parse(text)
                .orElseThrow(() -> ValidationException.invalidInput("attemptId", "must be a canonical UUID")));
    }

    @Override
    public String toString() {
        return value.toString();
    }
}
