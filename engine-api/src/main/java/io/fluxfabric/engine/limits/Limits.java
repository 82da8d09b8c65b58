package io.fluxfabric.engine.limits;

import io.fluxfabric.engine.error.ConfigurationException;
import io.fluxfabric.engine.error.ErrorCode;
import io.fluxfabric.engine.error.ValidationException;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How much one engine accepts: every {@link Limit} with its value; immutable.
 *
 * <p>The engine checks these before it writes anything. What holds in every engine (the form of ids, keys, names,
 * capabilities, priorities) is checked by the value types themselves, so that an invalid one cannot exist.
 */
public final class Limits {
    private static final Limits DEFAULTS = new Limits(new EnumMap<>(Limit.class));

    private final Map<Limit, Long> changed;

    private Limits(Map<Limit, Long> changed) {
        this.changed = changed;
    }

    public static Limits defaults() {
        return DEFAULTS;
    }

    /** The same limits but for one; refused outside of the range that {@link Limit} gives. */
    public Limits with(Limit limit, long value) {
        if (value < limit.floor() || value > limit.ceiling()) {
            throw new ConfigurationException(
                    limit.setting(),
                    "%s must be between %d and %d, but is %d"
                            .formatted(limit.setting(), limit.floor(), limit.ceiling(), value));
        }
        Map<Limit, Long> more = new EnumMap<>(Limit.class);
        more.putAll(changed);
        more.put(limit, value);
        return new Limits(Collections.unmodifiableMap(more));
    }

    /** The same limits but for one that is a time. */
    public Limits with(Limit limit, Duration value) {
        if (limit.unit() != Limit.Unit.MILLIS) {
            throw new ConfigurationException(limit.setting(), limit.setting() + " is not a time");
        }
        return with(limit, value.toMillis());
    }

    public long get(Limit limit) {
        Long value = changed.get(limit);
        return value == null ? limit.standard() : value;
    }

    public void checkPayload(long bytes) {
        atMost(ErrorCode.PAYLOAD_TOO_LARGE, "payload", Limit.PAYLOAD_BYTES, bytes);
    }

    public void checkResult(long bytes) {
        atMost(ErrorCode.PAYLOAD_TOO_LARGE, "result", Limit.RESULT_BYTES, bytes);
    }

    public void checkFailureDetail(long bytes) {
        atMost(ErrorCode.PAYLOAD_TOO_LARGE, "failure.detail", Limit.FAILURE_DETAIL_BYTES, bytes);
    }

    public void checkFailureMessage(String message) {
        text("failure.message", Limit.FAILURE_MESSAGE_BYTES, message);
    }

    public void checkProgressMessage(String message) {
        text("progress.message", Limit.PROGRESS_MESSAGE_BYTES, message);
    }

    /** Checks the values and the number of the tags of one execution; keys are checked by their own type. */
    public void checkTags(Map<String, String> tags) {
        atMost(ErrorCode.INVALID_INPUT, "tags", Limit.TAGS, tags.size());
        tags.forEach(this::checkTagValue);
    }

    public void checkTagValue(String key, String value) {
        text("tags[" + key + "]", Limit.TAG_VALUE_BYTES, value);
    }

    public void checkLeaseTtl(Duration ttl) {
        between("lease", Limit.LEASE_TTL_MIN, Limit.LEASE_TTL_MAX, ttl);
    }

    public void checkGrantTtl(Duration ttl) {
        between("grant ttl", Limit.GRANT_TTL_MIN, Limit.GRANT_TTL_MAX, ttl);
    }

    public void checkLivenessTtl(Duration ttl) {
        between("liveness ttl", Limit.LIVENESS_TTL_MIN, Limit.LIVENESS_TTL_MAX, ttl);
    }

    /** Checks how far ahead something may lie; what lies in the past is no matter of limits. */
    public void checkDelay(String field, Duration delay) {
        if (delay.compareTo(Duration.ofMillis(get(Limit.DELAY_MAX))) > 0) {
            throw ValidationException.outOfRange(field, Duration.ZERO, Duration.ofMillis(get(Limit.DELAY_MAX)), delay);
        }
    }

    public void checkClaimWait(Duration wait) {
        Duration most = Duration.ofMillis(get(Limit.CLAIM_WAIT_MAX));
        if (wait.isNegative() || wait.compareTo(most) > 0) {
            throw ValidationException.outOfRange("maxWait", Duration.ZERO, most, wait);
        }
    }

    /** Checks how many items a batch or a page asks for: from 1 up to the limit. */
    public int checkBatch(String field, Limit limit, int count) {
        if (count < 1 || count > get(limit)) {
            throw ValidationException.outOfRange(field, 1, get(limit), count);
        }
        return count;
    }

    private void atMost(ErrorCode code, String field, Limit limit, long actual) {
        if (actual > get(limit)) {
            String unit = limit.unit() == Limit.Unit.BYTES ? "bytes" : "entries";
            throw ValidationException.tooLarge(code, field, unit, get(limit), actual);
        }
    }

    private void text(String field, Limit limit, String text) {
        // A limit of zero bytes admits the empty text only, which a rule of at least one byte cannot say.
        atMost(ErrorCode.INVALID_INPUT, field, limit, TextRule.utf8Bytes(text));
        TextRule.optional((int) Math.max(1, get(limit)), Characters.STORABLE).check(field, text);
    }

    private void between(String field, Limit least, Limit most, Duration actual) {
        Duration shortest = Duration.ofMillis(get(least));
        Duration longest = Duration.ofMillis(get(most));
        if (actual.compareTo(shortest) < 0 || actual.compareTo(longest) > 0) {
            throw ValidationException.outOfRange(field, shortest, longest, actual);
        }
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Limits limits && values().equals(limits.values());
    }

    @Override
    public int hashCode() {
        return values().hashCode();
    }

    /** Every limit with its value. */
    public Map<Limit, Long> values() {
        Map<Limit, Long> values = new EnumMap<>(Limit.class);
        for (Limit limit : Limit.values()) {
            values.put(limit, get(limit));
        }
        return Collections.unmodifiableMap(values);
    }

    @Override
    public String toString() {
        return "Limits" + changed;
    }
}
