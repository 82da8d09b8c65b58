package io.fluxfabric.engine.proof.model;

import io.fluxfabric.engine.id.WorkerIdentity;
import io.fluxfabric.engine.lease.HandleKind;
import io.fluxfabric.engine.policy.FailureClass;
import io.fluxfabric.engine.state.AttemptLifecycle;
import io.fluxfabric.engine.state.AttemptOutcome;
import io.fluxfabric.engine.state.AttemptState;
import io.fluxfabric.engine.state.AttemptType;
import io.fluxfabric.engine.state.LifecyclePhase;
import io.fluxfabric.engine.state.OwnershipState;
import io.fluxfabric.engine.state.StateVector;
import io.fluxfabric.engine.state.TerminalOutcome;
import io.fluxfabric.engine.state.Transition;
import java.util.ArrayList;
import java.util.List;

/**
 * An execution as the model sees it. The state vector moves by the engine's table of transitions and by nothing else; epochs,
 * attempts, counters and times are reckoned here, from what the documentation says and not from what the engine does.
 *
 * <p>Times are milliseconds since the sequence began; what is not there is {@code null}.
 */
final class Exec {

    /** A holding of the execution; two are the same only if they are the same object. */
    static final class Lease {
        final Exec of;
        final Object id;
        final WorkerIdentity holder;
        final HandleKind kind;
        final long epoch;
        final int attempt;
        final long ttl;
        long expiresAt;

        Lease(Exec of, Taker taker, HandleKind kind, long epoch, int attempt, long now) {
            this.of = of;
            this.id = taker.leaseId();
            this.holder = taker.who();
            this.kind = kind;
            this.epoch = epoch;
            this.attempt = attempt;
            this.ttl = taker.ttl();
            this.expiresAt = now + ttl;
        }
    }

    /** Who takes an execution, for how long, and by what secret the lease will be known. */
    record Taker(WorkerIdentity who, long ttl, Object leaseId) {

        Taker(WorkerIdentity who, int seconds) {
            this(who, Cast.seconds(seconds), new Object());
        }
    }

    /** One attempt, with the last lease it had. */
    static final class Try {
        final AttemptType type;
        AttemptLifecycle lifecycle = AttemptLifecycle.STARTED;
        AttemptOutcome outcome;
        String interruption;
        Lease lease;
        Long endedAt;
        Long suspendedAt;
        Long retryAt;
        FailureClass failure;

        Try(AttemptType type) {
            this.type = type;
        }

        long leftAt() {
            return endedAt == null ? suspendedAt : endedAt;
        }

        void end(AttemptLifecycle how, AttemptOutcome what, FailureClass why, long now) {
            lifecycle = how;
            outcome = what;
            failure = why;
            endedAt = now;
        }

        void interrupt(AttemptOutcome what, String how, Long until, long now) {
            lifecycle = AttemptLifecycle.SUSPENDED;
            outcome = what;
            interruption = how;
            suspendedAt = now;
            retryAt = until;
        }
    }

    final String name;
    final Step.Submit asked;
    final long order;
    final long createdAt;
    StateVector state = StateVector.SUBMITTED;
    int priority;
    boolean forgotten;
    long epoch;
    int retries;
    int reclaims;
    int replays;
    Integer current;
    Integer progress;
    Lease lease;
    Grant stored;
    Long grantedUntil;
    Long delayUntil;
    Long deadline;
    Long timeoutAt;
    Long timeoutLeft;
    /** When the pass over leases looks at it. */
    Long checkAt;

    Long startedAt;
    Long terminalAt;
    final List<Try> attempts = new ArrayList<>();
    final List<String> leaseEvents = new ArrayList<>();
    final List<String> completions = new ArrayList<>();

    Exec(String name, long order, Step.Submit asked, long now) {
        this.name = name;
        this.order = order;
        this.asked = asked;
        this.createdAt = now;
        this.priority = Math.max(0, Math.min(9000, asked.priority()));
        this.delayUntil = asked.delay() > 0 ? now + Cast.seconds(asked.delay()) : null;
        this.deadline = asked.deadline() > 0 ? now + Cast.seconds(asked.deadline()) : null;
        move(asked.delay() > 0 ? Transition.CREATE_DELAYED : Transition.CREATE);
    }

    void move(Transition transition) {
        state = transition.apply(state);
    }

    boolean terminal() {
        return state.phase() == LifecyclePhase.TERMINAL;
    }

    boolean leased() {
        return state.ownership() == OwnershipState.LEASED;
    }

    boolean heldForReclaim() {
        return state.ownership() == OwnershipState.LEASE_EXPIRED_RECLAIMABLE;
    }

    static boolean due(Long at, long now) {
        return at != null && at <= now;
    }

    boolean lapsed(long now) {
        return leased() && lease.expiresAt <= now;
    }

    boolean timedOut(long now) {
        return leased() && due(timeoutAt, now);
    }

    Try running() {
        return attempts.get(current);
    }

    /** A claim, whichever way it came about. */
    Lease take(Taker taker, long now) {
        boolean resumed = state.attempt() == AttemptState.ATTEMPT_INTERRUPTED;
        AttemptType type = resumed ? null : state.attempt().startsAs().orElseThrow();
        move(Transition.CLAIM);
        if (!resumed) {
            begin(type);
            progress = null;
        }
        timeoutAt = resumed ? plus(timeoutLeft, now) : ownTimeout(now);
        startedAt = startedAt == null ? (Long) now : startedAt;
        return hold(taker, resumed ? HandleKind.RESUMED : HandleKind.FRESH, now, "ACQUIRED");
    }

    /** A reclaim: the lost attempt is over, a new one begins. */
    Lease takeOver(Taker taker, long now) {
        replace(now);
        move(leased() ? Transition.RECLAIM_LAPSED : Transition.RECLAIM);
        begin(AttemptType.RECLAIM);
        progress = null;
        reclaims++;
        timeoutAt = ownTimeout(now);
        return hold(taker, HandleKind.RECLAIMED, now, "RECLAIMED");
    }

    private void begin(AttemptType type) {
        current = attempts.size();
        attempts.add(new Try(type));
    }

    private Long ownTimeout(long now) {
        return asked.timeout() > 0 ? (Long) (now + Cast.seconds(asked.timeout())) : null;
    }

    private static Long plus(Long time, long now) {
        return time == null ? null : (Long) (time + now);
    }

    private Lease hold(Taker taker, HandleKind kind, long now, String event) {
        epoch++;
        lease = new Lease(this, taker, kind, epoch, current, now);
        checkAt = lease.expiresAt;
        timeoutLeft = null;
        grantedUntil = null;
        Try attempt = running();
        attempt.lease = lease;
        attempt.lifecycle = AttemptLifecycle.STARTED;
        attempt.outcome = null;
        attempt.interruption = null;
        attempt.retryAt = null;
        tell(event);
        return lease;
    }

    private void replace(long now) {
        Try lost = running();
        lost.lifecycle = AttemptLifecycle.INTERRUPTED_RECLAIMED;
        lost.outcome = AttemptOutcome.INTERRUPTED_RECLAIMED;
        lost.interruption = null;
        lost.endedAt = lost.endedAt == null ? (Long) now : lost.endedAt;
    }

    /** The holder ends it, by whatever transition. */
    void finish(Transition transition, long now) {
        move(transition);
        letGo();
        tell("RELEASED");
        if (terminal()) {
            ended(now);
        }
    }

    /** The lease is over, and what is left of the attempt's time is kept for the next. */
    void pause(Transition transition, long now) {
        timeoutLeft = timeoutAt == null ? null : (Long) Math.max(0, timeoutAt - now);
        move(transition);
        letGo();
    }

    private void letGo() {
        lease = null;
        timeoutAt = null;
        checkAt = null;
    }

    void ended(long now) {
        terminalAt = now;
        completions.add("%s attempt %s epoch %d".formatted(state.outcome(), current, epoch));
    }

    /** An end that comes from outside: it fences whoever holds it. */
    void endFromOutside(
            Transition transition,
            AttemptLifecycle how,
            AttemptOutcome what,
            FailureClass why,
            String leaseEvent,
            long now) {
        boolean held = leased();
        move(transition);
        letGo();
        delayUntil = null;
        grantedUntil = null;
        timeoutLeft = null;
        fence(held, leaseEvent);
        if (current != null && running().endedAt == null) {
            FailureClass before = running().failure;
            running().end(how, what, why == null ? before : why, now);
        }
        ended(now);
    }

    void fence(boolean held, String leaseEvent) {
        if (held) {
            epoch++;
            tell(leaseEvent);
        }
    }

    /** The end that a reclaim brings when holders were lost too often. */
    void giveUp(long now) {
        replace(now);
        move(Transition.EXCEED_RECLAIM_CAP);
        letGo();
        timeoutLeft = null;
        grantedUntil = null;
        stored = null;
        epoch++;
        tell("REVOKED");
        ended(now);
    }

    private void tell(String event) {
        leaseEvents.add("%s attempt %d epoch %d".formatted(event, current, epoch));
    }

    boolean cancelled() {
        return state.outcome() == TerminalOutcome.CANCELLED;
    }
}
