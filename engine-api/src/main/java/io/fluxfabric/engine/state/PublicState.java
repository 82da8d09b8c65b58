package io.fluxfabric.engine.state;

import java.util.List;

/** The state of an execution in one word, derived from its state vector and never set on its own. */
public enum PublicState implements Literal {
    WAITING,
    DELAYED,
    RATE_LIMITED,
    WAITING_CHILDREN,
    ACTIVE,
    SUSPENDED,
    /** Waits like {@link #WAITING}, but the next claim resumes an attempt that was interrupted. */
    RESUMABLE,
    COMPLETED,
    FAILED,
    CANCELLED,
    EXPIRED,
    SKIPPED;

    /** The column that holds it. */
    public static final String COLUMN = "public_state";

    /** The dimensions that {@link #derive} looks at. */
    static final List<Dimension> DERIVED_FROM = List.of(
            Dimension.LIFECYCLE_PHASE,
            Dimension.TERMINAL_OUTCOME,
            Dimension.ELIGIBILITY_STATE,
            Dimension.ATTEMPT_STATE);

    private static final Literals<PublicState> LITERALS = new Literals<>(COLUMN, values());

    /** Reads the stored text; refused with {@code Corruption} if it is none of these. */
    public static PublicState parse(String literal) {
        return LITERALS.parse(literal);
    }

    /** The public state of a vector; every vector has one, an inconsistent one too. */
    public static PublicState derive(StateVector vector) {
        return switch (vector.phase()) {
            case SUBMITTED -> WAITING;
            case RUNNABLE -> ofRunnable(vector);
            // An expired or revoked lease is a matter between engine and worker; in public the execution is still
            // active.
            case ACTIVE -> ACTIVE;
            case SUSPENDED -> SUSPENDED;
            case TERMINAL -> ofTerminal(vector.outcome());
        };
    }

    private static PublicState ofRunnable(StateVector vector) {
        return switch (vector.eligibility()) {
            case ELIGIBLE_NOW -> vector.attempt() == AttemptState.ATTEMPT_INTERRUPTED ? RESUMABLE : WAITING;
            case NOT_ELIGIBLE_UNTIL_TIME -> DELAYED;
            case BLOCKED_BY_DEPENDENCIES -> WAITING_CHILDREN;
            case BLOCKED_BY_BUDGET, BLOCKED_BY_QUOTA -> RATE_LIMITED;
            case BLOCKED_BY_ROUTE, BLOCKED_BY_LANE_STATE, BLOCKED_BY_OPERATOR, NOT_APPLICABLE -> WAITING;
        };
    }

    private static PublicState ofTerminal(TerminalOutcome outcome) {
        return switch (outcome) {
            case SUCCESS -> COMPLETED;
            // Terminal without an outcome is corrupt; it shows as failed, so that somebody looks.
            case FAILED, NONE -> FAILED;
            case CANCELLED -> CANCELLED;
            case EXPIRED -> EXPIRED;
            case SKIPPED -> SKIPPED;
        };
    }

    /** Whether an execution in this state is over. */
    public boolean isTerminal() {
        return switch (this) {
            case COMPLETED, FAILED, CANCELLED, EXPIRED, SKIPPED -> true;
            case WAITING, DELAYED, RATE_LIMITED, WAITING_CHILDREN, ACTIVE, SUSPENDED, RESUMABLE -> false;
        };
    }
}
