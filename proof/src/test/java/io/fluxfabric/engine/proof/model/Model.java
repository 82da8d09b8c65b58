package io.fluxfabric.engine.proof.model;

import io.fluxfabric.engine.policy.FailureClass;
import io.fluxfabric.engine.reconcile.Reconciler;
import io.fluxfabric.engine.state.AttemptLifecycle;
import io.fluxfabric.engine.state.AttemptOutcome;
import io.fluxfabric.engine.state.LaneState;
import io.fluxfabric.engine.state.Transition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/** The world of the model: one namespace, its clock, and the rules of what becomes of executions when time passes. */
final class Model {

    /** For how long the node with a grace keeps lost executions for reclaims. */
    static final long GRACE = 10_000;

    private static final long RETENTION = 24L * 3600 * 1000;

    /** An idempotency key that is taken. */
    record Key(Exec execution, Step.Submit body, long until) {}

    /** A worker instance in the registry. */
    static final class Registered {
        String worker;
        long lastWord;
        long ttl;
        boolean draining;

        boolean alive(long now) {
            return lastWord + ttl > now;
        }
    }

    long now;
    final List<Exec> executions = new ArrayList<>();
    final Map<Integer, Key> keys = new HashMap<>();
    final Map<String, LaneState> lanes = new TreeMap<>();
    final Map<String, Registered> workers = new TreeMap<>();

    LaneState lane(String name) {
        return lanes.getOrDefault(name, LaneState.ACTIVE);
    }

    boolean mayClaim(String instance) {
        Registered known = workers.get(instance);
        return known == null || !known.draining;
    }

    boolean claimable(Exec execution, Step.Claim claim) {
        return claimable(execution, claim.lane(), claim.who(), claim.offers());
    }

    boolean claimable(Exec execution, int lane, int who, int offers) {
        return !execution.forgotten
                && Cast.lane(execution.asked.lane()).equals(Cast.lane(lane))
                && lane(Cast.lane(lane)).gives()
                && mayClaim(Cast.instance(who))
                && Transition.CLAIM.admits(execution.state)
                && !granted(execution)
                && Cast.covers(offers, execution.asked.requires());
    }

    boolean granted(Exec execution) {
        return execution.grantedUntil != null && execution.grantedUntil > now;
    }

    /** What a retry policy says to a failure; -1 if there is no other attempt. */
    long retryDelay(Exec execution, FailureClass sort, boolean net) {
        if (sort == FailureClass.PERMANENT || sort == FailureClass.CANCELLED) {
            return -1;
        }
        int used = execution.retries;
        long delay = switch (execution.asked.retry()) {
            case NEVER -> -1;
            case TWICE_AT_ONCE -> used < 2 ? 0 : -1;
            case ONCE_LATER -> used < 1 ? 5000 : -1;
            case GROWING -> used < 3 ? Math.min(3000, 1000L << used) : -1;
            case NET_ONLY -> net && used < 2 ? 5000 : -1;
        };
        boolean tooLate = delay >= 0 && execution.deadline != null && now + delay >= execution.deadline;
        return tooLate ? -1 : delay;
    }

    /** Which executions a pass has something to do to. */
    List<Exec> due(Reconciler.Task task) {
        Predicate<Exec> due = switch (task) {
            case LEASE_EXPIRY -> execution -> !execution.terminal() && Exec.due(execution.checkAt, now);
            case ATTEMPT_TIMEOUT -> execution -> Exec.due(execution.timeoutAt, now);
            case EXECUTION_DEADLINE -> execution -> !execution.terminal() && Exec.due(execution.deadline, now);
            case DELAYED_PROMOTION ->
                execution -> Exec.due(execution.delayUntil, now) && !Exec.due(execution.deadline, now);
            case RETENTION -> execution -> execution.terminal() && execution.terminalAt + kept(execution) <= now;
            case GRANT_EXPIRY -> execution -> execution.stored != null && execution.stored.expiresAt() <= now;
            case WORKER_SWEEP, IDEMPOTENCY_EXPIRY, EVENT_PRUNING, COUNT_FOLDING -> execution -> false;
        };
        return executions.stream().filter(one -> !one.forgotten).filter(due).toList();
    }

    private static long kept(Exec execution) {
        return execution.asked.retention() > 0 ? Cast.seconds(execution.asked.retention()) : RETENTION;
    }

    void pass(Reconciler.Task task, boolean grace) {
        due(task).forEach(execution -> pass(task, execution, grace));
        if (task == Reconciler.Task.IDEMPOTENCY_EXPIRY) {
            keys.values().removeIf(key -> key.until() <= now);
        }
        if (task == Reconciler.Task.WORKER_SWEEP) {
            List<String> lapsed = workers.keySet().stream()
                    .filter(instance -> !workers.get(instance).alive(now))
                    .toList();
            lapsed.forEach(instance -> strike(instance, grace));
        }
    }

    void pass(Reconciler.Task task, Exec execution, boolean grace) {
        switch (task) {
            case LEASE_EXPIRY, ATTEMPT_TIMEOUT, EXECUTION_DEADLINE -> judge(execution, grace);
            case DELAYED_PROMOTION -> {
                execution.move(Transition.PROMOTE);
                execution.delayUntil = null;
            }
            case RETENTION -> execution.forgotten = true;
            case GRANT_EXPIRY -> execution.stored = null;
            default -> throw new AssertionError(task);
        }
    }

    private void judge(Exec execution, boolean grace) {
        if (execution.lapsed(now) || Exec.due(execution.deadline, now) || execution.timedOut(now)) {
            lose(execution, grace);
        } else if (execution.heldForReclaim()) {
            execution.move(Transition.END_RECLAIM_GRACE);
            execution.reclaims++;
            execution.checkAt = null;
        } else {
            execution.checkAt = execution.lease.expiresAt;
        }
    }

    /** Removes an instance and takes what it holds; tells how much that was. */
    long strike(String instance, boolean grace) {
        workers.remove(instance);
        List<Exec> held = executions.stream()
                .filter(one -> !one.forgotten && one.lease != null)
                .filter(one -> one.lease.holder.instance().value().equals(instance))
                .toList();
        held.forEach(execution -> lose(execution, grace));
        return held.size();
    }

    /** The deadline comes before the timeout of the attempt, and that before the end of the lease. */
    private void lose(Exec execution, boolean grace) {
        if (Exec.due(execution.deadline, now)) {
            execution.endFromOutside(
                    Transition.EXPIRE,
                    AttemptLifecycle.ENDED_FAILURE,
                    AttemptOutcome.INTERRUPTED,
                    FailureClass.TIMEOUT,
                    "REVOKED",
                    now);
        } else if (execution.timedOut(now)) {
            timeOut(execution);
        } else if (execution.reclaims >= execution.asked.maxReclaims()) {
            execution.running().interruption = "expired";
            execution.endFromOutside(
                    Transition.EXCEED_RECLAIM_CAP,
                    AttemptLifecycle.ENDED_FAILURE,
                    AttemptOutcome.INTERRUPTED,
                    FailureClass.INFRA_CRASH,
                    "EXPIRED",
                    now);
        } else {
            lapse(execution, grace);
        }
    }

    private void timeOut(Exec execution) {
        long delay = retryDelay(execution, FailureClass.TIMEOUT, false);
        if (delay < 0) {
            execution.endFromOutside(
                    Transition.FAIL,
                    AttemptLifecycle.ENDED_FAILURE,
                    AttemptOutcome.INTERRUPTED,
                    FailureClass.TIMEOUT,
                    "REVOKED",
                    now);
            return;
        }
        execution.running().end(AttemptLifecycle.ENDED_FAILURE, AttemptOutcome.INTERRUPTED, FailureClass.TIMEOUT, now);
        execution.running().retryAt = now + delay;
        execution.pause(delay == 0 ? Transition.RETRY_NOW : Transition.RETRY, now);
        execution.timeoutLeft = null;
        execution.delayUntil = delay == 0 ? null : (Long) (now + delay);
        execution.retries++;
        execution.fence(true, "REVOKED");
    }

    private void lapse(Exec execution, boolean grace) {
        Long retryAt = execution.running().retryAt;
        execution.running().interrupt(AttemptOutcome.LEASE_EXPIRED_RECLAIMABLE, "expired", retryAt, now);
        execution.pause(grace ? Transition.HOLD_FOR_RECLAIM : Transition.EXPIRE_LEASE, now);
        execution.fence(true, "EXPIRED");
        if (grace) {
            execution.checkAt = now + GRACE;
        } else {
            execution.reclaims++;
        }
    }
}
