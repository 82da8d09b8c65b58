package io.fluxfabric.engine.error;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A bounded resource is full: connections, a queue of waiting calls; nothing was written. */
public final class ResourceExhaustedException extends EngineException {
    private static final long serialVersionUID = 1L;

    private final @Nullable Duration retryAfter;

    /** Names the resource and its size.
     * @param retryAfter when to try again, if the engine can tell */
    public ResourceExhaustedException(String resource, long limit, @Nullable Duration retryAfter) {
        super(
                ErrorCode.RESOURCE_EXHAUSTED,
                resource + " is full (limit " + limit + ")",
                Details.of("resource", resource).and("limit", limit).and("retry_after", retryAfter),
                null);
        this.retryAfter = retryAfter;
    }

    public Optional<Duration> retryAfter() {
        return Optional.ofNullable(retryAfter);
    }
}
