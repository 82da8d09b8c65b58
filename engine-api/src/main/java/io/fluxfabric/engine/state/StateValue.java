package io.fluxfabric.engine.state;

/** One value of one dimension of the state vector. */
public sealed interface StateValue extends Literal
        permits LifecyclePhase, OwnershipState, EligibilityState, BlockingReason, TerminalOutcome, AttemptState {

    /** The dimension that this is a value of. */
    Dimension dimension();
}
