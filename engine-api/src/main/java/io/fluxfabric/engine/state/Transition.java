package io.fluxfabric.engine.state;

import static io.fluxfabric.engine.state.AttemptState.ATTEMPT_INTERRUPTED;
import static io.fluxfabric.engine.state.AttemptState.PENDING_FIRST_ATTEMPT;
import static io.fluxfabric.engine.state.AttemptState.PENDING_REPLAY_ATTEMPT;
import static io.fluxfabric.engine.state.AttemptState.PENDING_RETRY_ATTEMPT;
import static io.fluxfabric.engine.state.BlockingReason.PAUSED_BY_OPERATOR;
import static io.fluxfabric.engine.state.BlockingReason.PAUSED_BY_POLICY;
import static io.fluxfabric.engine.state.BlockingReason.WAITING_FOR_BUDGET;
import static io.fluxfabric.engine.state.BlockingReason.WAITING_FOR_CAPABLE_WORKER;
import static io.fluxfabric.engine.state.BlockingReason.WAITING_FOR_CHILDREN;
import static io.fluxfabric.engine.state.BlockingReason.WAITING_FOR_DELAY;
import static io.fluxfabric.engine.state.BlockingReason.WAITING_FOR_QUOTA;
import static io.fluxfabric.engine.state.BlockingReason.WAITING_FOR_RESUME_DELAY;
import static io.fluxfabric.engine.state.BlockingReason.WAITING_FOR_RETRY_BACKOFF;
import static io.fluxfabric.engine.state.BlockingReason.WAITING_FOR_WORKER;
import static io.fluxfabric.engine.state.EligibilityState.BLOCKED_BY_BUDGET;
import static io.fluxfabric.engine.state.EligibilityState.BLOCKED_BY_DEPENDENCIES;
import static io.fluxfabric.engine.state.EligibilityState.BLOCKED_BY_LANE_STATE;
import static io.fluxfabric.engine.state.EligibilityState.BLOCKED_BY_OPERATOR;
import static io.fluxfabric.engine.state.EligibilityState.BLOCKED_BY_QUOTA;
import static io.fluxfabric.engine.state.EligibilityState.BLOCKED_BY_ROUTE;
import static io.fluxfabric.engine.state.EligibilityState.ELIGIBLE_NOW;
import static io.fluxfabric.engine.state.EligibilityState.NOT_ELIGIBLE_UNTIL_TIME;
import static io.fluxfabric.engine.state.LifecyclePhase.ACTIVE;
import static io.fluxfabric.engine.state.LifecyclePhase.RUNNABLE;
import static io.fluxfabric.engine.state.LifecyclePhase.SUSPENDED;
import static io.fluxfabric.engine.state.LifecyclePhase.TERMINAL;
import static io.fluxfabric.engine.state.OwnershipState.LEASED;
import static io.fluxfabric.engine.state.OwnershipState.LEASE_EXPIRED_RECLAIMABLE;
import static io.fluxfabric.engine.state.OwnershipState.LEASE_REVOKED;
import static io.fluxfabric.engine.state.OwnershipState.UNOWNED;
import static io.fluxfabric.engine.state.Target.handedBack;
import static io.fluxfabric.engine.state.Target.runnable;
import static io.fluxfabric.engine.state.Target.running;
import static io.fluxfabric.engine.state.Target.suspended;
import static io.fluxfabric.engine.state.Target.terminal;

import io.fluxfabric.engine.error.Details;
import io.fluxfabric.engine.error.ErrorCode;
import io.fluxfabric.engine.error.InvariantViolatedException;
import io.fluxfabric.engine.error.ValidationException;

/**
 * Every legal change of state, as data: the gate that it must pass and the vector that it makes.
 *
 * <p>This is the only table of its kind. The gate in Java ({@link #admits}) and the conditions and assignments in SQL
 * ({@link StateSql}) both come from it. A gate speaks of the vector only; what else an operation demands (the fence, the
 * time, a grant, a cap) it adds itself.
 */
@SuppressWarnings("ImmutableEnumChecker") // Gate and Target are immutable records of immutable lists.
public enum Transition {
    /** T1: submitted, to start at once. */
    CREATE(Gates.CREATED, runnable(ELIGIBLE_NOW, WAITING_FOR_WORKER, PENDING_FIRST_ATTEMPT)),
    /** T2: submitted, to start later. */
    CREATE_DELAYED(Gates.CREATED, runnable(NOT_ELIGIBLE_UNTIL_TIME, WAITING_FOR_DELAY, PENDING_FIRST_ATTEMPT)),
    /** T3: the time it waited for has come; what the next claim starts stays as it was. */
    PROMOTE(Gate.of(RUNNABLE, NOT_ELIGIBLE_UNTIL_TIME), Target.of(ELIGIBLE_NOW, WAITING_FOR_WORKER)),

    /** T4: not admitted, for the budget. */
    BLOCK_FOR_BUDGET(Gates.ADMISSIBLE, Target.of(BLOCKED_BY_BUDGET, WAITING_FOR_BUDGET)),
    /** T4: not admitted, for the quota. */
    BLOCK_FOR_QUOTA(Gates.ADMISSIBLE, Target.of(BLOCKED_BY_QUOTA, WAITING_FOR_QUOTA)),
    /** T4: not admitted, because no worker offers what it requires. */
    BLOCK_FOR_ROUTE(Gates.ADMISSIBLE, Target.of(BLOCKED_BY_ROUTE, WAITING_FOR_CAPABLE_WORKER)),
    /** T4: not admitted, for the state of its lane. */
    BLOCK_FOR_LANE(Gates.ADMISSIBLE, Target.of(BLOCKED_BY_LANE_STATE, PAUSED_BY_POLICY)),
    /** T4: paused by hand. */
    BLOCK_BY_OPERATOR(Gates.PAUSABLE, Target.of(BLOCKED_BY_OPERATOR, PAUSED_BY_OPERATOR)),
    /** T5: admitted again. */
    UNBLOCK(Gates.BLOCKED, Target.of(ELIGIBLE_NOW, WAITING_FOR_WORKER)),

    /** T6: somebody gets the right to claim it; nothing else changes. */
    GRANT_CLAIM(Gate.of(RUNNABLE, UNOWNED, ELIGIBLE_NOW), Target.of()),
    /** T7: claimed for a new attempt. */
    CLAIM_FRESH(
            Gate.of(
                    RUNNABLE,
                    UNOWNED,
                    ELIGIBLE_NOW,
                    PENDING_FIRST_ATTEMPT,
                    PENDING_RETRY_ATTEMPT,
                    PENDING_REPLAY_ATTEMPT),
            running()),
    /** T8: claimed to go on with the attempt that was interrupted. */
    CLAIM_RESUMED(Gate.of(RUNNABLE, UNOWNED, ELIGIBLE_NOW, ATTEMPT_INTERRUPTED), running()),
    /** T7 or T8, whichever the attempt state asks for. */
    CLAIM(
            Gate.of(
                    RUNNABLE,
                    UNOWNED,
                    ELIGIBLE_NOW,
                    PENDING_FIRST_ATTEMPT,
                    PENDING_RETRY_ATTEMPT,
                    PENDING_REPLAY_ATTEMPT,
                    ATTEMPT_INTERRUPTED),
            running()),

    /** T9: the lease goes on; so does everything else that only its holder may do, such as progress. */
    RENEW(Gates.HELD, Target.of()),
    /** T10 without a grace: the lease lapsed, and any worker may resume. */
    EXPIRE_LEASE(Gates.HELD, handedBack()),
    /** T10 with a grace: the lease lapsed, and for a while only a reclaim can take it. */
    HOLD_FOR_RECLAIM(Gates.HELD, Target.of(LEASE_EXPIRED_RECLAIMABLE, WAITING_FOR_WORKER, ATTEMPT_INTERRUPTED)),
    /** The grace is over: any worker may resume. */
    END_RECLAIM_GRACE(Gates.LOST, handedBack()),
    /** T11: the lease was taken away, and any worker may resume. */
    REVOKE_LEASE(Gates.HELD, handedBack()),
    /** T12: a new attempt takes over from a holder that was lost. */
    RECLAIM(Gates.LOST, running()),
    /** T12 for a lease that lapsed but was not swept yet; the operation checks that it did. */
    RECLAIM_LAPSED(Gates.HELD, running()),
    /** T13: its holders were lost too often. */
    EXCEED_RECLAIM_CAP(
            Gate.of(ACTIVE, LEASED, LEASE_EXPIRED_RECLAIMABLE, LEASE_REVOKED), terminal(TerminalOutcome.FAILED)),

    /** T14: done. */
    COMPLETE(Gates.HELD, terminal(TerminalOutcome.SUCCESS)),
    /** T15: failed, to be tried again later. */
    RETRY(Gates.HELD, runnable(NOT_ELIGIBLE_UNTIL_TIME, WAITING_FOR_RETRY_BACKOFF, PENDING_RETRY_ATTEMPT)),
    /** T15 without a delay: failed, to be tried again at once. */
    RETRY_NOW(Gates.HELD, runnable(ELIGIBLE_NOW, WAITING_FOR_WORKER, PENDING_RETRY_ATTEMPT)),
    /** T16: failed for good. */
    FAIL(Gates.HELD, terminal(TerminalOutcome.FAILED)),
    /** T17: its worker wants to go on later. */
    DELAY(Gates.HELD, runnable(NOT_ELIGIBLE_UNTIL_TIME, WAITING_FOR_DELAY, ATTEMPT_INTERRUPTED)),
    /** T18: its worker waits for children. */
    WAIT_CHILDREN(Gates.HELD, runnable(BLOCKED_BY_DEPENDENCIES, WAITING_FOR_CHILDREN, ATTEMPT_INTERRUPTED)),
    /** Its worker gives it back at once, or waited for nothing. */
    RELEASE(Gates.HELD, handedBack()),

    /** T19: gives its worker up until a signal. */
    SUSPEND_FOR_SIGNAL(Gates.HELD, suspended(BlockingReason.WAITING_FOR_SIGNAL)),
    /** T19: gives its worker up until an approval. */
    SUSPEND_FOR_APPROVAL(Gates.HELD, suspended(BlockingReason.WAITING_FOR_APPROVAL)),
    /** T19: gives its worker up until a callback. */
    SUSPEND_FOR_CALLBACK(Gates.HELD, suspended(BlockingReason.WAITING_FOR_CALLBACK)),
    /** T19: gives its worker up until a tool answers. */
    SUSPEND_FOR_TOOL_RESULT(Gates.HELD, suspended(BlockingReason.WAITING_FOR_TOOL_RESULT)),
    /** T19: gives its worker up until there is budget. */
    SUSPEND_FOR_BUDGET(Gates.HELD, suspended(WAITING_FOR_BUDGET)),
    /** T19: gives its worker up until an operator has looked. */
    SUSPEND_FOR_OPERATOR(Gates.HELD, suspended(PAUSED_BY_OPERATOR)),
    /** T19: gives its worker up until a policy allows it again. */
    SUSPEND_FOR_POLICY(Gates.HELD, suspended(PAUSED_BY_POLICY)),
    /** T20: what it was suspended for has happened. */
    RESUME(Gate.of(SUSPENDED), handedBack()),
    /** T20 with a delay. */
    RESUME_DELAYED(
            Gate.of(SUSPENDED), runnable(NOT_ELIGIBLE_UNTIL_TIME, WAITING_FOR_RESUME_DELAY, ATTEMPT_INTERRUPTED)),

    /** T21: cancelled, by its holder or by an operator. */
    CANCEL(Gates.NOT_TERMINAL, terminal(TerminalOutcome.CANCELLED)),
    /** T22: out of time. */
    EXPIRE(Gates.NOT_TERMINAL, terminal(TerminalOutcome.EXPIRED)),
    /** T23: what it depends on can never be. */
    SKIP(Gates.NOT_TERMINAL, terminal(TerminalOutcome.SKIPPED)),
    /** T24: once more, as a new attempt. */
    REPLAY(Gate.of(TERMINAL), runnable(ELIGIBLE_NOW, WAITING_FOR_WORKER, PENDING_REPLAY_ATTEMPT)),
    /** T25: once more, after what it depends on. */
    REPLAY_SKIPPED_MEMBER(
            Gate.of(TERMINAL, TerminalOutcome.SKIPPED),
            runnable(BLOCKED_BY_DEPENDENCIES, WAITING_FOR_CHILDREN, PENDING_REPLAY_ATTEMPT)),
    /** T26: another priority. */
    CHANGE_PRIORITY(Gates.NOT_TERMINAL, Target.of());

    private final Gate gate;
    private final Target target;

    Transition(Gate gate, Target target) {
        this.gate = gate;
        this.target = target;
    }

    /** The transition that blocks for a reason; refused with {@code InvalidBlockingReason} for any that blocks nothing. */
    public static Transition block(BlockingReason reason) {
        return switch (reason) {
            case WAITING_FOR_BUDGET -> BLOCK_FOR_BUDGET;
            case WAITING_FOR_QUOTA -> BLOCK_FOR_QUOTA;
            case WAITING_FOR_CAPABLE_WORKER -> BLOCK_FOR_ROUTE;
            case PAUSED_BY_POLICY -> BLOCK_FOR_LANE;
            case PAUSED_BY_OPERATOR -> BLOCK_BY_OPERATOR;
            default ->
                throw ValidationException.of(
                        ErrorCode.INVALID_BLOCKING_REASON, "reason", "cannot be " + reason.literal());
        };
    }

    /** From which vectors it may start. */
    public Gate gate() {
        return gate;
    }

    /** What it makes of them. */
    public Target target() {
        return target;
    }

    public boolean admits(StateVector vector) {
        return gate.admits(vector);
    }

    /** The vector after it; only for one that it admits. */
    public StateVector apply(StateVector vector) {
        if (!admits(vector)) {
            throw new InvariantViolatedException(
                    name() + " cannot start from " + vector,
                    Details.of("transition", name()).and("vector", vector),
                    null);
        }
        return target.after(vector);
    }
}
