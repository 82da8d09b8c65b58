package io.fluxfabric.engine.state;

/** Who may act on an execution. */
public enum OwnershipState implements StateValue {
    UNOWNED,
    LEASED,
    /** The lease lapsed; within the grace only a reclaim can take it. */
    LEASE_EXPIRED_RECLAIMABLE,
    /** The lease was taken away and the execution left where it is. */
    LEASE_REVOKED;

    private static final Literals<OwnershipState> LITERALS = new Literals<>("ownership_state", values());

    /** Reads the stored text; refused with {@code Corruption} if it is none of these. */
    public static OwnershipState parse(String literal) {
        return LITERALS.parse(literal);
    }

    @Override
    public Dimension dimension() {
        return Dimension.OWNERSHIP_STATE;
    }
}
