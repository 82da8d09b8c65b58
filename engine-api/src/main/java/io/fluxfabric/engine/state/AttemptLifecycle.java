package io.fluxfabric.engine.state;

/** Where in its life one attempt is. */
public enum AttemptLifecycle implements Literal {
    CREATED,
    STARTED,
    /** Waits to be resumed. */
    SUSPENDED,
    ENDED_SUCCESS,
    ENDED_FAILURE,
    ENDED_CANCELLED,
    /** Its worker was lost and a new attempt took over. */
    INTERRUPTED_RECLAIMED;

    private static final Literals<AttemptLifecycle> LITERALS = new Literals<>("attempt_lifecycle", values());

    /** Reads the stored text; refused with {@code Corruption} if it is none of these. */
    public static AttemptLifecycle parse(String literal) {
        return LITERALS.parse(literal);
    }

    /** Whether the attempt is over. */
    public boolean isTerminal() {
        return switch (this) {
            case CREATED, STARTED, SUSPENDED -> false;
            case ENDED_SUCCESS, ENDED_FAILURE, ENDED_CANCELLED, INTERRUPTED_RECLAIMED -> true;
        };
    }
}
