package io.fluxfabric.engine.state;

import java.util.List;

/** One of the six facts that make up the state of an execution, and the column that stores it. */
public enum Dimension implements Literal {
    LIFECYCLE_PHASE,
    OWNERSHIP_STATE,
    ELIGIBILITY_STATE,
    BLOCKING_REASON,
    TERMINAL_OUTCOME,
    ATTEMPT_STATE;

    /** The column that stores it. */
    public String column() {
        return literal();
    }

    /** Every value it can have. */
    public List<StateValue> domain() {
        return switch (this) {
            case LIFECYCLE_PHASE -> List.of(LifecyclePhase.values());
            case OWNERSHIP_STATE -> List.of(OwnershipState.values());
            case ELIGIBILITY_STATE -> List.of(EligibilityState.values());
            case BLOCKING_REASON -> List.of(BlockingReason.values());
            case TERMINAL_OUTCOME -> List.of(TerminalOutcome.values());
            case ATTEMPT_STATE -> List.of(AttemptState.values());
        };
    }

    /** Its value in a vector. */
    public StateValue of(StateVector vector) {
        return switch (this) {
            case LIFECYCLE_PHASE -> vector.phase();
            case OWNERSHIP_STATE -> vector.ownership();
            case ELIGIBILITY_STATE -> vector.eligibility();
            case BLOCKING_REASON -> vector.blocking();
            case TERMINAL_OUTCOME -> vector.outcome();
            case ATTEMPT_STATE -> vector.attempt();
        };
    }
}
