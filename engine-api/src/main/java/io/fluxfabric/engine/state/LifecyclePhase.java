package io.fluxfabric.engine.state;

/** Where in its life an execution is. */
public enum LifecyclePhase implements StateValue {
    /** Being created; never stored. */
    SUBMITTED,
    /** Waits to be claimed, or for whatever keeps it from that. */
    RUNNABLE,
    /** A worker has it, or had it and nobody has taken over yet. */
    ACTIVE,
    /** Gave its worker up until something happens outside. */
    SUSPENDED,
    /** Over, unless replayed. */
    TERMINAL;

    private static final Literals<LifecyclePhase> LITERALS = new Literals<>("lifecycle_phase", values());

    /** Reads the stored text; refused with {@code Corruption} if it is none of these. */
    public static LifecyclePhase parse(String literal) {
        return LITERALS.parse(literal);
    }

    @Override
    public Dimension dimension() {
        return Dimension.LIFECYCLE_PHASE;
    }
}
