package io.fluxfabric.engine.reconcile;

import io.fluxfabric.engine.error.ValidationException;
import io.fluxfabric.engine.state.Literal;
import java.time.Duration;

/**
 * One kind of housekeeping, and how often it is done.
 *
 * @param interval the time between two passes; zero switches it off
 */
public record Reconciler(Task task, Duration interval) {

    /** What there is to do. */
    public enum Task implements Literal {
        /** Takes executions from holders whose lease lapsed, and puts them back on their lanes. */
        LEASE_EXPIRY,
        /** Ends attempts that took too long, and retries them if their policy says so. */
        ATTEMPT_TIMEOUT,
        /** Ends executions that did not end in time. */
        EXECUTION_DEADLINE,
        /** Puts executions whose time has come on their lanes. */
        DELAYED_PROMOTION,
        /** Strikes worker instances off that were silent for too long, and takes what they hold. */
        WORKER_SWEEP,
        /** Forgets executions that ended long ago. */
        RETENTION,
        /** Forgets grants that nobody used in time. */
        GRANT_EXPIRY,
        /** Forgets idempotency keys whose window is over. */
        IDEMPOTENCY_EXPIRY,
        /** Forgets old events. */
        EVENT_PRUNING,
        /** Adds up the changes of the counts per lane, so that reading them stays cheap. */
        COUNT_FOLDING
    }

    /** The longest time between two passes; what is never to be done has none. */
    public static final Duration LONGEST = Duration.ofDays(366);

    public Reconciler {
        if (interval.isNegative() || interval.compareTo(LONGEST) > 0) {
            throw ValidationException.outOfRange("interval", Duration.ZERO, LONGEST, interval);
        }
    }

    /** The same, with another time between two passes. */
    public Reconciler every(Duration other) {
        return new Reconciler(task, other);
    }

    /** Whether it is to be done at all. */
    public boolean enabled() {
        return !interval.isZero();
    }

    public String name() {
        return task.literal();
    }
}
