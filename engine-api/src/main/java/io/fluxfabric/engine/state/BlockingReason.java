package io.fluxfabric.engine.state;

/** What an execution waits for. */
public enum BlockingReason implements StateValue {
    NONE,
    WAITING_FOR_WORKER,
    WAITING_FOR_RETRY_BACKOFF,
    WAITING_FOR_RESUME_DELAY,
    WAITING_FOR_DELAY,
    WAITING_FOR_SIGNAL,
    WAITING_FOR_APPROVAL,
    WAITING_FOR_CALLBACK,
    WAITING_FOR_TOOL_RESULT,
    WAITING_FOR_CHILDREN,
    WAITING_FOR_BUDGET,
    WAITING_FOR_QUOTA,
    WAITING_FOR_CAPABLE_WORKER,
    WAITING_FOR_LOCALITY_MATCH,
    PAUSED_BY_OPERATOR,
    PAUSED_BY_POLICY,
    /** Belongs to the cancellation of the flow, which alone ends it. */
    PAUSED_BY_FLOW_CANCEL;

    private static final Literals<BlockingReason> LITERALS = new Literals<>("blocking_reason", values());

    /** Reads the stored text; refused with {@code Corruption} if it is none of these. */
    public static BlockingReason parse(String literal) {
        return LITERALS.parse(literal);
    }

    @Override
    public Dimension dimension() {
        return Dimension.BLOCKING_REASON;
    }
}
