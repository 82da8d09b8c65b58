package io.fluxfabric.engine.r2dbc.reconcile;

import io.fluxfabric.engine.error.ValidationException;
import io.fluxfabric.engine.policy.ExecutionPolicy;
import io.fluxfabric.engine.policy.Failure;
import io.fluxfabric.engine.policy.Retry;
import io.fluxfabric.engine.policy.RetryDecision;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;

/**
 * What is to become of an execution for which something may be due.
 *
 * @param atMs when it goes on, for those that go on later
 */
record Verdict(Kind kind, OptionalLong atMs) {

    /** The possible fates. */
    enum Kind {
        /** Out of time: it ends. */
        EXPIRE,
        /** Its attempt took too long, and is tried again later. */
        RETRY,
        /** Its attempt took too long, and is tried again at once. */
        RETRY_NOW,
        /** Its attempt took too long, and was the last. */
        FAIL,
        /** Its holder fell silent: any worker may resume it. */
        REQUEUE,
        /** Its holder fell silent: for a while only a reclaim may take it. */
        HOLD,
        /** It was kept for reclaims long enough: any worker may resume it. */
        LET_GO,
        /** Its holders fell silent too often. */
        GIVE_UP,
        /** Its lease was renewed since: to be looked at again when it ends. */
        LOOK_LATER
    }

    private static final Failure TIMEOUT = Failure.timeout("attempt_timeout");

    /** Decides in this order: the deadline, the timeout of the attempt, the lease. */
    static Verdict on(Overdue found, Duration reclaimGrace, RandomGenerator random) {
        if (found.lapsed() || found.pastDeadline() || found.timedOut()) {
            return onLoss(found, reclaimGrace, random);
        }
        return of(found.graceOver() ? Kind.LET_GO : Kind.LOOK_LATER);
    }

    /** Decides in the same order about a lease that is lost, whether its time is up or its holder is known to be dead. */
    static Verdict onLoss(Overdue found, Duration reclaimGrace, RandomGenerator random) {
        if (found.pastDeadline()) {
            return of(Kind.EXPIRE);
        }
        return found.timedOut() ? onTimeout(found, random) : onLapse(found, reclaimGrace);
    }

    private static Verdict onTimeout(Overdue found, RandomGenerator random) {
        RetryDecision decision =
                RetryDecision.decide(retry(found), found.retries(), TIMEOUT, found.nowMs(), found.deadlineMs(), random);
        if (decision instanceof RetryDecision.Again again) {
            return again.delay().isZero() ? of(Kind.RETRY_NOW) : new Verdict(Kind.RETRY, OptionalLong.of(again.atMs()));
        }
        return of(Kind.FAIL);
    }

    /** A policy that cannot be read must not keep the execution, and all that are due after it, waiting for ever. */
    private static Retry retry(Overdue found) {
        try {
            return ExecutionPolicy.fromJson(found.policy()).retry();
        } catch (ValidationException unreadable) {
            return Retry.none();
        }
    }

    private static Verdict onLapse(Overdue found, Duration reclaimGrace) {
        if (found.reclaims() >= found.maxReclaims()) {
            return of(Kind.GIVE_UP);
        }
        return reclaimGrace.isZero()
                ? of(Kind.REQUEUE)
                : new Verdict(Kind.HOLD, OptionalLong.of(found.nowMs() + reclaimGrace.toMillis()));
    }

    private static Verdict of(Kind kind) {
        return new Verdict(kind, OptionalLong.empty());
    }
}
