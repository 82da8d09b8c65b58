package io.fluxfabric.engine.state;

import static io.fluxfabric.engine.state.EligibilityState.BLOCKED_BY_BUDGET;
import static io.fluxfabric.engine.state.EligibilityState.BLOCKED_BY_LANE_STATE;
import static io.fluxfabric.engine.state.EligibilityState.BLOCKED_BY_OPERATOR;
import static io.fluxfabric.engine.state.EligibilityState.BLOCKED_BY_QUOTA;
import static io.fluxfabric.engine.state.EligibilityState.BLOCKED_BY_ROUTE;
import static io.fluxfabric.engine.state.EligibilityState.ELIGIBLE_NOW;
import static io.fluxfabric.engine.state.LifecyclePhase.ACTIVE;
import static io.fluxfabric.engine.state.LifecyclePhase.RUNNABLE;
import static io.fluxfabric.engine.state.LifecyclePhase.SUBMITTED;
import static io.fluxfabric.engine.state.LifecyclePhase.SUSPENDED;
import static io.fluxfabric.engine.state.OwnershipState.LEASED;
import static io.fluxfabric.engine.state.OwnershipState.LEASE_EXPIRED_RECLAIMABLE;
import static io.fluxfabric.engine.state.OwnershipState.LEASE_REVOKED;

/** The gates that several transitions share. */
final class Gates {
    static final Gate CREATED = Gate.of(SUBMITTED);
    static final Gate HELD = Gate.of(ACTIVE, LEASED);
    static final Gate LOST = Gate.of(ACTIVE, LEASE_EXPIRED_RECLAIMABLE, LEASE_REVOKED);
    static final Gate NOT_TERMINAL = Gate.of(SUBMITTED, RUNNABLE, ACTIVE, SUSPENDED);

    /**
     * What admission control may block, or block for another reason.
     *
     * <p>Neither what waits for a time or for dependencies, because unblocking it would make it eligible before its turn,
     * nor what an operator paused, because admission must not undo that.
     */
    static final Gate ADMISSIBLE = Gate.of(
            RUNNABLE, ELIGIBLE_NOW, BLOCKED_BY_BUDGET, BLOCKED_BY_QUOTA, BLOCKED_BY_ROUTE, BLOCKED_BY_LANE_STATE);

    /** What an operator may pause. */
    static final Gate PAUSABLE = Gate.of(
            RUNNABLE,
            ELIGIBLE_NOW,
            BLOCKED_BY_BUDGET,
            BLOCKED_BY_QUOTA,
            BLOCKED_BY_ROUTE,
            BLOCKED_BY_LANE_STATE,
            BLOCKED_BY_OPERATOR,
            BlockingReason.WAITING_FOR_WORKER,
            BlockingReason.WAITING_FOR_BUDGET,
            BlockingReason.WAITING_FOR_QUOTA,
            BlockingReason.WAITING_FOR_CAPABLE_WORKER,
            BlockingReason.WAITING_FOR_LOCALITY_MATCH,
            BlockingReason.PAUSED_BY_POLICY,
            BlockingReason.PAUSED_BY_OPERATOR);

    /** What can be unblocked; not what the cancellation of a flow paused, which alone may end that. */
    static final Gate BLOCKED = Gate.of(
            RUNNABLE,
            BLOCKED_BY_BUDGET,
            BLOCKED_BY_QUOTA,
            BLOCKED_BY_ROUTE,
            BLOCKED_BY_LANE_STATE,
            BLOCKED_BY_OPERATOR,
            BlockingReason.WAITING_FOR_BUDGET,
            BlockingReason.WAITING_FOR_QUOTA,
            BlockingReason.WAITING_FOR_CAPABLE_WORKER,
            BlockingReason.WAITING_FOR_LOCALITY_MATCH,
            BlockingReason.PAUSED_BY_POLICY,
            BlockingReason.PAUSED_BY_OPERATOR);

    private Gates() {}
}
