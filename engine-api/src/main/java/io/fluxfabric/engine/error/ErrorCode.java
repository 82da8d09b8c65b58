package io.fluxfabric.engine.error;

import static io.fluxfabric.engine.error.ErrorClass.BUG;
import static io.fluxfabric.engine.error.ErrorClass.INFORMATIONAL;
import static io.fluxfabric.engine.error.ErrorClass.RETRYABLE;
import static io.fluxfabric.engine.error.ErrorClass.TERMINAL;

/**
 * Every error the engine raises, by a name that never changes.
 *
 * <p>This table is the only place that says to which family an error belongs, what a caller can do about it and which
 * exception carries it.
 */
public enum ErrorCode {
    NOT_FOUND("NotFound", ErrorFamily.NOT_FOUND, TERMINAL),

    INVALID_INPUT("InvalidInput", ErrorFamily.VALIDATION, TERMINAL),
    INVALID_CAPABILITIES("InvalidCapabilities", ErrorFamily.VALIDATION, TERMINAL),
    // Terminal: a worker that asks again with the same offer is refused again; it is for the others to try.
    CAPABILITY_MISMATCH("CapabilityMismatch", ErrorFamily.VALIDATION, TERMINAL),
    INVALID_POLICY_JSON("InvalidPolicyJson", ErrorFamily.VALIDATION, TERMINAL),
    INVALID_TAG_KEY("InvalidTagKey", ErrorFamily.VALIDATION, TERMINAL),
    INVALID_BLOCKING_REASON("InvalidBlockingReason", ErrorFamily.VALIDATION, TERMINAL),
    PAYLOAD_TOO_LARGE("PayloadTooLarge", ErrorFamily.VALIDATION, TERMINAL),
    CORRUPTION("Corruption", ErrorFamily.VALIDATION, TERMINAL),
    HANDLE_FROM_OTHER_BACKEND("HandleFromOtherBackend", ErrorFamily.VALIDATION, TERMINAL),

    // Retryable: nothing was written, and the rival transactions that made the engine give up will be gone.
    RETRY_EXHAUSTED("RetryExhausted", ErrorFamily.CONTENTION, RETRYABLE),
    LEASE_CONFLICT("LeaseConflict", ErrorFamily.CONTENTION, RETRYABLE),
    EXECUTION_NOT_LEASEABLE("ExecutionNotLeaseable", ErrorFamily.CONTENTION, RETRYABLE),
    // Retryable: an execution that is blocked, delayed or running now may be eligible later.
    EXECUTION_NOT_ELIGIBLE("ExecutionNotEligible", ErrorFamily.CONTENTION, RETRYABLE),
    INVALID_CLAIM_GRANT("InvalidClaimGrant", ErrorFamily.CONTENTION, RETRYABLE),
    CLAIM_GRANT_EXPIRED("ClaimGrantExpired", ErrorFamily.CONTENTION, RETRYABLE),

    IDEMPOTENCY_MISMATCH("IdempotencyMismatch", ErrorFamily.CONFLICT, TERMINAL),

    STALE_LEASE("StaleLease", ErrorFamily.STATE, TERMINAL, StaleLeaseException.class),
    LEASE_EXPIRED("LeaseExpired", ErrorFamily.STATE, TERMINAL, LeaseExpiredException.class),
    LEASE_REVOKED("LeaseRevoked", ErrorFamily.STATE, TERMINAL, LeaseRevokedException.class),
    // A state and terminal, not contention: the caller holds a handle, and no waiting makes that handle valid again.
    EXECUTION_NOT_ACTIVE("ExecutionNotActive", ErrorFamily.STATE, TERMINAL, ExecutionNotActiveException.class),
    EXECUTION_NOT_TERMINAL("ExecutionNotTerminal", ErrorFamily.STATE, TERMINAL),
    MAX_REPLAYS_EXHAUSTED("MaxReplaysExhausted", ErrorFamily.STATE, TERMINAL),
    GRANT_ALREADY_EXISTS("GrantAlreadyExists", ErrorFamily.STATE, INFORMATIONAL),
    LANE_NOT_ACCEPTING("LaneNotAccepting", ErrorFamily.STATE, TERMINAL),

    // Terminal unless the cause is known to pass; then the exception itself says retryable.
    TRANSPORT("Transport", ErrorFamily.TRANSPORT, TERMINAL),
    UNAVAILABLE("Unavailable", ErrorFamily.UNAVAILABLE, TERMINAL),
    CLOSED("Closed", ErrorFamily.UNAVAILABLE, TERMINAL, ClosedException.class),
    RESOURCE_EXHAUSTED("ResourceExhausted", ErrorFamily.RESOURCE_EXHAUSTED, RETRYABLE),
    // Terminal: the effect is unknown, so only a caller who knows the call to be idempotent may repeat it.
    TIMEOUT("Timeout", ErrorFamily.TIMEOUT, TERMINAL),

    INVALID_SETTING("InvalidSetting", ErrorFamily.CONFIGURATION, TERMINAL),
    UNSUPPORTED_DATABASE("UnsupportedDatabase", ErrorFamily.CONFIGURATION, TERMINAL),
    DATABASE_UNREACHABLE("DatabaseUnreachable", ErrorFamily.CONFIGURATION, RETRYABLE),
    PARTITION_COUNT_MISMATCH("PartitionCountMismatch", ErrorFamily.CONFIGURATION, TERMINAL),
    SCHEMA_NOT_READY("SchemaNotReady", ErrorFamily.CONFIGURATION, TERMINAL),
    SCHEMA_TOO_NEW("SchemaTooNew", ErrorFamily.CONFIGURATION, TERMINAL),
    MIGRATION_CHANGED("MigrationChanged", ErrorFamily.CONFIGURATION, TERMINAL),

    INVARIANT_VIOLATED("InvariantViolated", ErrorFamily.BUG, BUG);

    private final String text;
    private final ErrorFamily family;
    private final ErrorClass errorClass;
    private final Class<? extends EngineException> raisedAs;

    ErrorCode(String text, ErrorFamily family, ErrorClass errorClass) {
        this(text, family, errorClass, family.type());
    }

    ErrorCode(String text, ErrorFamily family, ErrorClass errorClass, Class<? extends EngineException> raisedAs) {
        this.text = text;
        this.family = family;
        this.errorClass = errorClass;
        this.raisedAs = raisedAs;
    }

    /** The stable name, for logs, metrics and wires. */
    public String text() {
        return text;
    }

    public ErrorFamily family() {
        return family;
    }

    /** What a caller can do; an exception may know better, see {@link EngineException#errorClass()}. */
    public ErrorClass errorClass() {
        return errorClass;
    }

    /** The one exception class that carries this code. */
    public Class<? extends EngineException> raisedAs() {
        return raisedAs;
    }
}
