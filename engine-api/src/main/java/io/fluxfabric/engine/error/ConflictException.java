package io.fluxfabric.engine.error;

/** What is asked for contradicts a record that stays. */
public final class ConflictException extends EngineException {
    private static final long serialVersionUID = 1L;

    public ConflictException(ErrorCode code, String message, Details details) {
        super(code, message, details, null);
    }

    /** The key was used before, for a request with another body. */
    public static ConflictException idempotencyMismatch(String namespace, String existingExecutionId) {
        return new ConflictException(
                ErrorCode.IDEMPOTENCY_MISMATCH,
                "the idempotency key belongs to execution " + existingExecutionId
                        + ", which was submitted with another body",
                Details.of("namespace", namespace).and("execution", existingExecutionId));
    }
}
