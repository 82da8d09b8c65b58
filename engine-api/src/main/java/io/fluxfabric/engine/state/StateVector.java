package io.fluxfabric.engine.state;

import java.util.List;

/** The state of an execution along its six dimensions. */
public record StateVector(
        LifecyclePhase phase,
        OwnershipState ownership,
        EligibilityState eligibility,
        BlockingReason blocking,
        TerminalOutcome outcome,
        AttemptState attempt) {

    /** Before anything is stored; what every creation starts from. */
    public static final StateVector SUBMITTED = new StateVector(
            LifecyclePhase.SUBMITTED,
            OwnershipState.UNOWNED,
            EligibilityState.NOT_APPLICABLE,
            BlockingReason.NONE,
            TerminalOutcome.NONE,
            AttemptState.NONE);

    public PublicState publicState() {
        return PublicState.derive(this);
    }

    /** The same vector but for one value. */
    public StateVector with(StateValue value) {
        return new StateVector(
                value instanceof LifecyclePhase changed ? changed : phase,
                value instanceof OwnershipState changed ? changed : ownership,
                value instanceof EligibilityState changed ? changed : eligibility,
                value instanceof BlockingReason changed ? changed : blocking,
                value instanceof TerminalOutcome changed ? changed : outcome,
                value instanceof AttemptState changed ? changed : attempt);
    }

    /** The rules of consistency that this vector breaks, each as a sentence; none for every vector the engine stores. */
    public List<String> violations() {
        return Consistency.violations(this);
    }

    public boolean isConsistent() {
        return violations().isEmpty();
    }

    @Override
    public String toString() {
        return String.join(
                "/",
                phase.literal(),
                ownership.literal(),
                eligibility.literal(),
                blocking.literal(),
                outcome.literal(),
                attempt.literal());
    }
}
