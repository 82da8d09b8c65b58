package io.fluxfabric.engine.state;

/** Whether a runnable execution can be claimed, and what stands in the way. */
public enum EligibilityState implements StateValue {
    ELIGIBLE_NOW,
    NOT_ELIGIBLE_UNTIL_TIME,
    BLOCKED_BY_DEPENDENCIES,
    BLOCKED_BY_BUDGET,
    BLOCKED_BY_QUOTA,
    BLOCKED_BY_ROUTE,
    BLOCKED_BY_LANE_STATE,
    BLOCKED_BY_OPERATOR,
    /** Not runnable, so the question does not arise. */
    NOT_APPLICABLE;

    private static final Literals<EligibilityState> LITERALS = new Literals<>("eligibility_state", values());

    /** Reads the stored text; refused with {@code Corruption} if it is none of these. */
    public static EligibilityState parse(String literal) {
        return LITERALS.parse(literal);
    }

    @Override
    public Dimension dimension() {
        return Dimension.ELIGIBILITY_STATE;
    }
}
