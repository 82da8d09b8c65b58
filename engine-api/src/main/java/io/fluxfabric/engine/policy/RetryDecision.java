package io.fluxfabric.engine.policy;

import io.fluxfabric.engine.state.Literal;
import io.fluxfabric.engine.state.TerminalOutcome;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;

/** What becomes of an execution whose attempt failed. */
public sealed interface RetryDecision {

    /** The two answers. */
    enum Kind {
        RETRY,
        TERMINAL
    }

    Kind kind();

    /** Another attempt, not before a time in milliseconds since the epoch. */
    record Again(Duration delay, long atMs) implements RetryDecision {
        @Override
        public Kind kind() {
            return Kind.RETRY;
        }
    }

    /** The end. */
    record End(TerminalOutcome outcome, Reason reason) implements RetryDecision {
        @Override
        public Kind kind() {
            return Kind.TERMINAL;
        }
    }

    /** Why there is no other attempt. */
    enum Reason implements Literal {
        CANCELLED,
        PERMANENT_FAILURE,
        CATEGORY_NOT_RETRYABLE,
        RETRIES_EXHAUSTED,
        /** The next attempt could only start when the execution has run out of time. */
        DEADLINE_BEFORE_RETRY
    }

    /**
     * Decides, by these rules in their order.
     *
     * <ol>
     *   <li>A cancelled attempt ends the execution as cancelled, a permanent failure as failed.
     *   <li>A category that the policy does not retry ends it as failed.
     *   <li>So does a failure when all retries are used up.
     *   <li>So does a retry that could not start before the deadline.
     *   <li>Otherwise it is retried, after the delay of the policy.
     * </ol>
     *
     * @param retriesUsed how many retries there have been; 0 for the first failure
     * @param nowMs the time of the database, in milliseconds since the epoch
     * @param deadlineMs when the execution must have ended, if ever
     */
    static RetryDecision decide(
            Retry retry,
            int retriesUsed,
            Failure failure,
            long nowMs,
            OptionalLong deadlineMs,
            RandomGenerator random) {
        return switch (failure.failureClass()) {
            case CANCELLED -> new End(TerminalOutcome.CANCELLED, Reason.CANCELLED);
            case PERMANENT -> failed(Reason.PERMANENT_FAILURE);
            case TRANSIENT, INFRA_CRASH, TIMEOUT ->
                retry.maxRetries() > 0 && !retry.covers(failure.category())
                        ? failed(Reason.CATEGORY_NOT_RETRYABLE)
                        : retryIfLeft(retry, retriesUsed, nowMs, deadlineMs, random);
        };
    }

    private static RetryDecision retryIfLeft(
            Retry retry, int retriesUsed, long nowMs, OptionalLong deadlineMs, RandomGenerator random) {
        if (retriesUsed >= retry.maxRetries()) {
            return failed(Reason.RETRIES_EXHAUSTED);
        }
        Duration delay = retry.delay(retriesUsed, random);
        long atMs = nowMs + delay.toMillis();
        return deadlineMs.isPresent() && atMs >= deadlineMs.getAsLong()
                ? failed(Reason.DEADLINE_BEFORE_RETRY)
                : new Again(delay, atMs);
    }

    private static End failed(Reason reason) {
        return new End(TerminalOutcome.FAILED, reason);
    }
}
