package io.fluxfabric.engine.policy;

import io.fluxfabric.engine.error.ValidationException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * The rules an execution lives by, frozen when it is submitted.
 *
 * @param retry what to do after a failure; not to retry unless asked for
 * @param attemptTimeout how long one attempt may take; no limit if empty
 * @param executionDeadline how long after its submission it must have ended; no limit if empty
 * @param maxReclaims how often its holder may be lost before it fails
 * @param maxReplays how often it may be replayed
 * @param retention how long it is kept after its end; as the engine is set if empty
 * @param dedupWindow how long its idempotency key is remembered
 */
public record ExecutionPolicy(
        Retry retry,
        Optional<Duration> attemptTimeout,
        Optional<Duration> executionDeadline,
        int maxReclaims,
        int maxReplays,
        Optional<Duration> retention,
        Duration dedupWindow) {
    public static final int DEFAULT_MAX_RECLAIMS = 100;
    public static final int DEFAULT_MAX_REPLAYS = 10;
    public static final Duration DEFAULT_DEDUP_WINDOW = Duration.ofHours(24);
    /** The most reclaims or replays that can be asked for. */
    public static final int MAX_COUNT = 1_000_000;
    /** The longest time that can be asked for. */
    public static final Duration LONGEST = Duration.ofDays(36_600);

    private static final ExecutionPolicy DEFAULTS = new ExecutionPolicy(
            Retry.none(),
            Optional.empty(),
            Optional.empty(),
            DEFAULT_MAX_RECLAIMS,
            DEFAULT_MAX_REPLAYS,
            Optional.empty(),
            DEFAULT_DEDUP_WINDOW);

    public ExecutionPolicy {
        attemptTimeout = attemptTimeout.map(time -> checkedTime("attemptTimeout", time));
        executionDeadline = executionDeadline.map(time -> checkedTime("deadline", time));
        retention = retention.map(time -> checkedTime("retention", time));
        dedupWindow = checkedTime("dedupWindow", dedupWindow);
        checkCount("maxReclaims", maxReclaims);
        checkCount("maxReplays", maxReplays);
    }

    private static Duration checkedTime(String field, Duration time) {
        // Only milliseconds are stored, so only they count, and less than one would be none at all.
        Duration stored = time.truncatedTo(ChronoUnit.MILLIS);
        if (stored.compareTo(Duration.ofMillis(1)) < 0 || stored.compareTo(LONGEST) > 0) {
            throw ValidationException.outOfRange("policy." + field, Duration.ofMillis(1), LONGEST, time);
        }
        return stored;
    }

    private static void checkCount(String field, int count) {
        if (count < 0 || count > MAX_COUNT) {
            throw ValidationException.outOfRange("policy." + field, 0, MAX_COUNT, count);
        }
    }

    public static ExecutionPolicy defaults() {
        return DEFAULTS;
    }

    /** Reads {@link #toJson()}; refused with {@code InvalidPolicyJson}. */
    public static ExecutionPolicy fromJson(String json) {
        return PolicyJson.read(json);
    }

    /** A compact form that says only what differs from the defaults and is the same text for equal policies. */
    public String toJson() {
        return PolicyJson.write(this);
    }

    public ExecutionPolicy withRetry(Retry changed) {
        return new ExecutionPolicy(
                changed, attemptTimeout, executionDeadline, maxReclaims, maxReplays, retention, dedupWindow);
    }

    public ExecutionPolicy withAttemptTimeout(Duration changed) {
        return new ExecutionPolicy(
                retry, Optional.of(changed), executionDeadline, maxReclaims, maxReplays, retention, dedupWindow);
    }

    public ExecutionPolicy withExecutionDeadline(Duration changed) {
        return new ExecutionPolicy(
                retry, attemptTimeout, Optional.of(changed), maxReclaims, maxReplays, retention, dedupWindow);
    }

    public ExecutionPolicy withMaxReclaims(int changed) {
        return new ExecutionPolicy(
                retry, attemptTimeout, executionDeadline, changed, maxReplays, retention, dedupWindow);
    }

    public ExecutionPolicy withMaxReplays(int changed) {
        return new ExecutionPolicy(
                retry, attemptTimeout, executionDeadline, maxReclaims, changed, retention, dedupWindow);
    }

    public ExecutionPolicy withRetention(Duration changed) {
        return new ExecutionPolicy(
                retry, attemptTimeout, executionDeadline, maxReclaims, maxReplays, Optional.of(changed), dedupWindow);
    }

    public ExecutionPolicy withDedupWindow(Duration changed) {
        return new ExecutionPolicy(
                retry, attemptTimeout, executionDeadline, maxReclaims, maxReplays, retention, changed);
    }
}
