package io.fluxfabric.engine.execution;

import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.id.ExecutionKind;
import io.fluxfabric.engine.id.Priority;
import io.fluxfabric.engine.lease.Handle;
import io.fluxfabric.engine.payload.Payload;
import io.fluxfabric.engine.state.AttemptType;
import java.time.Instant;
import java.util.Optional;

/**
 * An execution that is the caller's to run until its lease ends.
 *
 * @param handle what every later call on it wants; a secret of its holder
 * @param attemptType why this attempt was made; the kind of the handle tells whether it resumes an interrupted one
 * @param retries how often it has failed and been tried again
 */
public record Claimed(
        Handle handle,
        ExecutionKind kind,
        Payload payload,
        Priority priority,
        AttemptType attemptType,
        int retries,
        Instant createdAt,
        Instant leaseExpiresAt,
        Optional<String> traceParent) {

    public ExecutionId executionId() {
        return handle.executionId();
    }
}
