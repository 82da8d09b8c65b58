package io.fluxfabric.engine.state;

/** Why an attempt was started. */
public enum AttemptType implements Literal {
    INITIAL,
    /** The one before failed. */
    RETRY,
    /** The holder of the one before was lost. */
    RECLAIM,
    /** The execution had ended and was replayed. */
    REPLAY;

    private static final Literals<AttemptType> LITERALS = new Literals<>("attempt_type", values());

    /** Reads the stored text; refused with {@code Corruption} if it is none of these. */
    public static AttemptType parse(String literal) {
        return LITERALS.parse(literal);
    }
}
