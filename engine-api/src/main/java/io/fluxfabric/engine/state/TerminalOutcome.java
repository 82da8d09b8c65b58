package io.fluxfabric.engine.state;

/** How an execution ended. */
public enum TerminalOutcome implements StateValue {
    /** It has not ended. */
    NONE,
    SUCCESS,
    FAILED,
    CANCELLED,
    /** Its deadline passed. */
    EXPIRED,
    /** What it depended on can never be. */
    SKIPPED;

    private static final Literals<TerminalOutcome> LITERALS = new Literals<>("terminal_outcome", values());

    /** Reads the stored text; refused with {@code Corruption} if it is none of these. */
    public static TerminalOutcome parse(String literal) {
        return LITERALS.parse(literal);
    }

    @Override
    public Dimension dimension() {
        return Dimension.TERMINAL_OUTCOME;
    }
}
