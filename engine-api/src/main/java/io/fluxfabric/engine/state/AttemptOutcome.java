package io.fluxfabric.engine.state;

/** How one attempt left its worker. */
public enum AttemptOutcome implements Literal {
    /** It completed. */
    SUCCESS,
    /** It failed for good. */
    FAILED,
    /** It failed and another attempt was scheduled. */
    RETRY,
    CANCELLED,
    /** It was ended from outside because a timeout or a deadline passed. */
    INTERRUPTED,
    /** It was given back, delayed or revoked; a later claim resumes it. */
    ATTEMPT_INTERRUPTED,
    /** It waits for its children; a later claim resumes it. */
    WAITING_CHILDREN,
    /** Its worker fell silent; a later claim resumes it, or a reclaim replaces it. */
    LEASE_EXPIRED_RECLAIMABLE,
    /** A reclaim replaced it. */
    INTERRUPTED_RECLAIMED;

    private static final Literals<AttemptOutcome> LITERALS = new Literals<>("attempt_outcome", values());

    /** Reads the stored text; refused with {@code Corruption} if it is none of these. */
    public static AttemptOutcome parse(String literal) {
        return LITERALS.parse(literal);
    }
}
