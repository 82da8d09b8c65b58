package io.fluxfabric.engine.state;

/** Whether a lane takes executions in and gives them out. */
public enum LaneState implements Literal {
    ACTIVE,
    /** Takes in, gives none out. */
    PAUSED,
    /** Takes none in, gives out what it has. */
    DRAINING,
    /** Neither takes in nor gives out. */
    DISABLED;

    private static final Literals<LaneState> LITERALS = new Literals<>("lane_state", values());

    /** Reads the stored text; refused with {@code Corruption} if it is none of these. */
    public static LaneState parse(String literal) {
        return LITERALS.parse(literal);
    }

    /** Whether new executions can be submitted. */
    public boolean accepts() {
        return this == ACTIVE || this == PAUSED;
    }

    /** Whether executions can be claimed. */
    public boolean gives() {
        return this == ACTIVE || this == DRAINING;
    }
}
