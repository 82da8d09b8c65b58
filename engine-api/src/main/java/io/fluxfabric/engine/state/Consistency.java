package io.fluxfabric.engine.state;

import static io.fluxfabric.engine.state.AttemptState.ATTEMPT_INTERRUPTED;
import static io.fluxfabric.engine.state.AttemptState.RUNNING_ATTEMPT;
import static io.fluxfabric.engine.state.EligibilityState.NOT_APPLICABLE;
import static io.fluxfabric.engine.state.LifecyclePhase.ACTIVE;
import static io.fluxfabric.engine.state.LifecyclePhase.RUNNABLE;
import static io.fluxfabric.engine.state.LifecyclePhase.TERMINAL;
import static io.fluxfabric.engine.state.OwnershipState.LEASED;
import static io.fluxfabric.engine.state.OwnershipState.UNOWNED;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** The rules that hold between the dimensions of a state vector, whatever happened to the execution. */
final class Consistency {
    private record Rule(String text, Predicate<StateVector> holds) {}

    private static final List<Rule> RULES = List.of(
            new Rule(
                    "terminal and having an outcome go together",
                    v -> (v.phase() == TERMINAL) == (v.outcome() != TerminalOutcome.NONE)),
            new Rule(
                    "an active execution has an owner or had one, any other is unowned",
                    v -> (v.phase() == ACTIVE) == (v.ownership() != UNOWNED)),
            new Rule(
                    "leased and running an attempt go together",
                    v -> (v.ownership() == LEASED) == (v.attempt() == RUNNING_ATTEMPT)),
            new Rule(
                    "a runnable execution has an eligibility, to any other it does not apply",
                    v -> (v.phase() == RUNNABLE) == (v.eligibility() != NOT_APPLICABLE)),
            new Rule(
                    "the blocking reason fits the phase, the ownership and the eligibility",
                    v -> reasons(v).contains(v.blocking())),
            new Rule(
                    "the attempt state fits the phase", v -> attempts(v.phase()).contains(v.attempt())));

    private Consistency() {}

    static List<String> violations(StateVector vector) {
        return RULES.stream()
                .filter(rule -> !rule.holds().test(vector))
                .map(Rule::text)
                .toList();
    }

    private static Set<BlockingReason> reasons(StateVector vector) {
        return switch (vector.phase()) {
            case SUBMITTED, TERMINAL -> EnumSet.of(BlockingReason.NONE);
            case RUNNABLE -> reasons(vector.eligibility());
            case ACTIVE ->
                EnumSet.of(vector.ownership() == LEASED ? BlockingReason.NONE : BlockingReason.WAITING_FOR_WORKER);
            case SUSPENDED ->
                EnumSet.of(
                        BlockingReason.WAITING_FOR_SIGNAL,
                        BlockingReason.WAITING_FOR_APPROVAL,
                        BlockingReason.WAITING_FOR_CALLBACK,
                        BlockingReason.WAITING_FOR_TOOL_RESULT,
                        BlockingReason.WAITING_FOR_BUDGET,
                        BlockingReason.PAUSED_BY_OPERATOR,
                        BlockingReason.PAUSED_BY_POLICY);
        };
    }

    private static Set<BlockingReason> reasons(EligibilityState eligibility) {
        return switch (eligibility) {
            case ELIGIBLE_NOW -> EnumSet.of(BlockingReason.WAITING_FOR_WORKER);
            case NOT_ELIGIBLE_UNTIL_TIME ->
                EnumSet.of(
                        BlockingReason.WAITING_FOR_DELAY,
                        BlockingReason.WAITING_FOR_RETRY_BACKOFF,
                        BlockingReason.WAITING_FOR_RESUME_DELAY);
            case BLOCKED_BY_DEPENDENCIES -> EnumSet.of(BlockingReason.WAITING_FOR_CHILDREN);
            case BLOCKED_BY_BUDGET -> EnumSet.of(BlockingReason.WAITING_FOR_BUDGET);
            case BLOCKED_BY_QUOTA -> EnumSet.of(BlockingReason.WAITING_FOR_QUOTA);
            case BLOCKED_BY_ROUTE ->
                EnumSet.of(BlockingReason.WAITING_FOR_CAPABLE_WORKER, BlockingReason.WAITING_FOR_LOCALITY_MATCH);
            case BLOCKED_BY_LANE_STATE -> EnumSet.of(BlockingReason.PAUSED_BY_POLICY);
            case BLOCKED_BY_OPERATOR ->
                EnumSet.of(BlockingReason.PAUSED_BY_OPERATOR, BlockingReason.PAUSED_BY_FLOW_CANCEL);
            case NOT_APPLICABLE -> EnumSet.noneOf(BlockingReason.class);
        };
    }

    private static Set<AttemptState> attempts(LifecyclePhase phase) {
        return switch (phase) {
            case SUBMITTED -> EnumSet.of(AttemptState.NONE, AttemptState.PENDING_FIRST_ATTEMPT);
            case RUNNABLE ->
                EnumSet.of(
                        AttemptState.PENDING_FIRST_ATTEMPT,
                        AttemptState.PENDING_RETRY_ATTEMPT,
                        AttemptState.PENDING_REPLAY_ATTEMPT,
                        ATTEMPT_INTERRUPTED);
            case ACTIVE -> EnumSet.of(RUNNING_ATTEMPT, ATTEMPT_INTERRUPTED);
            case SUSPENDED -> EnumSet.of(ATTEMPT_INTERRUPTED);
            // What ended before its first claim never had an attempt that could have ended.
            case TERMINAL ->
                EnumSet.of(AttemptState.NONE, AttemptState.PENDING_FIRST_ATTEMPT, AttemptState.ATTEMPT_TERMINAL);
        };
    }
}
