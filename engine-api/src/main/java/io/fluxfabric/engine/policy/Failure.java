package io.fluxfabric.engine.policy;

import io.fluxfabric.engine.limits.Characters;
import io.fluxfabric.engine.limits.TextRule;
import io.fluxfabric.engine.payload.Payload;

/**
 * Why an attempt failed.
 *
 * @param failureClass what sort of failure, which decides about a retry
 * @param category a finer name of the caller's own, compared with those that the policy retries
 * @param message what happened, in a sentence
 * @param detail whatever helps to understand it, such as a stack trace
 */
public record Failure(FailureClass failureClass, String category, String message, Payload detail) {
    private static final TextRule MESSAGE = TextRule.optional(Integer.MAX_VALUE, Characters.STORABLE);
    // Nobody chose the length of an exception's message, so it is cut and not refused; every engine accepts this much.
    private static final TextRule CUT = TextRule.optional(1024, Characters.STORABLE);

    public Failure {
        TextRule.FAILURE_CATEGORY.check("failure.category", category);
        MESSAGE.check("failure.message", message);
    }

    /** A failure whose category is the name of its class. */
    public static Failure of(FailureClass failureClass, String message) {
        return new Failure(failureClass, failureClass.literal(), message, Payload.none());
    }

    /** A failure with the type and the message of an exception, cut where they are too long. */
    public static Failure of(FailureClass failureClass, Throwable error) {
        String message = error.getMessage() == null ? "" : ": " + error.getMessage();
        return of(failureClass, CUT.fit(error.getClass().getName() + message));
    }

    public static Failure transientFailure(String message) {
        return of(FailureClass.TRANSIENT, message);
    }

    public static Failure transientFailure(Throwable error) {
        return of(FailureClass.TRANSIENT, error);
    }

    public static Failure permanent(String message) {
        return of(FailureClass.PERMANENT, message);
    }

    public static Failure permanent(Throwable error) {
        return of(FailureClass.PERMANENT, error);
    }

    public static Failure infraCrash(String message) {
        return of(FailureClass.INFRA_CRASH, message);
    }

    public static Failure timeout(String message) {
        return of(FailureClass.TIMEOUT, message);
    }

    public static Failure cancelled(String message) {
        return of(FailureClass.CANCELLED, message);
    }

    public Failure withCategory(String changed) {
        return new Failure(failureClass, changed, message, detail);
    }

    public Failure withDetail(Payload changed) {
        return new Failure(failureClass, category, message, changed);
    }
}
