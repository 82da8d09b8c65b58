package io.fluxfabric.engine.state;

import io.fluxfabric.engine.state.Assignment.Become;
import io.fluxfabric.engine.state.Assignment.Keep;
import io.fluxfabric.engine.state.Assignment.KeepOnly;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What a transition makes of a vector: one assignment per dimension, in their order. */
public record Target(List<Assignment> assignments) {

    public Target {
        assignments = List.copyOf(assignments);
    }

    /** Each value is what its dimension becomes; a dimension without one keeps what it has. */
    static Target of(StateValue... values) {
        return new Target(List.copyOf(assigning(values).values()));
    }

    /** The end of an execution. */
    static Target terminal(TerminalOutcome outcome) {
        Map<Dimension, Assignment> assignments = assigning(
                LifecyclePhase.TERMINAL,
                OwnershipState.UNOWNED,
                EligibilityState.NOT_APPLICABLE,
                BlockingReason.NONE,
                outcome);
        // What never ran keeps saying so. What waited for a retry or a replay counts as ended: nothing reads the
        // difference, because a replay starts a new attempt in any case.
        assignments.put(
                Dimension.ATTEMPT_STATE,
                new KeepOnly(
                        Dimension.ATTEMPT_STATE,
                        Set.of(AttemptState.NONE, AttemptState.PENDING_FIRST_ATTEMPT),
                        AttemptState.ATTEMPT_TERMINAL));
        return new Target(List.copyOf(assignments.values()));
    }

    /** Unowned again, with everything said about why it cannot be claimed, or that it can. */
    static Target runnable(EligibilityState eligibility, BlockingReason blocking, AttemptState attempt) {
        return of(
                LifecyclePhase.RUNNABLE, OwnershipState.UNOWNED, eligibility, blocking, TerminalOutcome.NONE, attempt);
    }

    /** Unowned again, and whoever claims it next goes on with the same attempt. */
    static Target handedBack() {
        return runnable(
                EligibilityState.ELIGIBLE_NOW, BlockingReason.WAITING_FOR_WORKER, AttemptState.ATTEMPT_INTERRUPTED);
    }

    /** Without a worker until something happens outside. */
    static Target suspended(BlockingReason blocking) {
        return of(
                LifecyclePhase.SUSPENDED,
                OwnershipState.UNOWNED,
                EligibilityState.NOT_APPLICABLE,
                blocking,
                TerminalOutcome.NONE,
                AttemptState.ATTEMPT_INTERRUPTED);
    }

    /** In the hands of a worker. */
    static Target running() {
        return of(
                LifecyclePhase.ACTIVE,
                OwnershipState.LEASED,
                EligibilityState.NOT_APPLICABLE,
                BlockingReason.NONE,
                TerminalOutcome.NONE,
                AttemptState.RUNNING_ATTEMPT);
    }

    private static Map<Dimension, Assignment> assigning(StateValue... values) {
        Map<Dimension, Assignment> assignments = new EnumMap<>(Dimension.class);
        for (Dimension dimension : Dimension.values()) {
            assignments.put(dimension, new Keep(dimension));
        }
        for (StateValue value : values) {
            assignments.put(value.dimension(), new Become(value.dimension(), value));
        }
        return assignments;
    }

    StateVector after(StateVector before) {
        StateVector vector = before;
        for (Assignment assignment : assignments) {
            vector = vector.with(assignment.after(assignment.dimension().of(before)));
        }
        return vector;
    }

    /** Whether everything stays as it is. */
    public boolean keepsAll() {
        return assignments.stream().allMatch(Keep.class::isInstance);
    }
}
