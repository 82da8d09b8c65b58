package io.fluxfabric.engine.task;

import io.fluxfabric.engine.id.ExecutionKind;
import io.fluxfabric.engine.policy.Failure;

/** A payload that is not what the handler of its kind expects; no other attempt would read it. */
final class UnreadablePayload extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnreadablePayload(ExecutionKind kind, Class<?> type, Throwable cause) {
        super("the payload of " + kind + " cannot be read as " + type.getName() + ": " + cause.getMessage(), cause);
    }

    Failure failure() {
        return Failure.permanent(this).withCategory("payload_decode");
    }
}
