package io.fluxfabric.engine.policy;

import io.fluxfabric.engine.error.ValidationException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;

/** How long to wait before a retry, before any jitter. */
public sealed interface Backoff {
    /** The longest wait that can be asked for. */
    Duration LONGEST = Duration.ofDays(366);

    /** The shapes of a backoff. */
    enum Kind {
        FIXED,
        EXPONENTIAL
    }

    Kind kind();

    /** The wait after a failure that came when this many retries had been used; 0 for the first failure. */
    Duration after(int retriesUsed);

    /** Always the same wait; zero means at once. */
    record Fixed(Duration delay) implements Backoff {
        public Fixed {
            delay = inMillis(delay);
            between("retry.delay", Duration.ZERO, delay);
        }

        @Override
        public Kind kind() {
            return Kind.FIXED;
        }

        @Override
        public Duration after(int retriesUsed) {
            return delay;
        }
    }

    /** A wait that grows by a factor with each retry, up to a longest one. */
    record Exponential(Duration initial, Duration longest, double multiplier) implements Backoff {
        public static final Duration DEFAULT_LONGEST = Duration.ofMinutes(1);
        public static final double DEFAULT_MULTIPLIER = 2.0;
        private static final double MAX_MULTIPLIER = 100.0;

        public Exponential {
            initial = inMillis(initial);
            longest = inMillis(longest);
            between("retry.initial", Duration.ofMillis(1), initial);
            between("retry.longest", initial, longest);
            // Written so that it refuses NaN as well.
            if (!(multiplier >= 1.0 && multiplier <= MAX_MULTIPLIER)) {
                throw ValidationException.outOfRange("retry.multiplier", 1.0, MAX_MULTIPLIER, multiplier);
            }
        }

        @Override
        public Kind kind() {
            return Kind.EXPONENTIAL;
        }

        @Override
        public Duration after(int retriesUsed) {
            // A double grows to infinity and does not wrap around, so the longest wait catches every overflow.
            double millis = initial.toMillis() * Math.pow(multiplier, Math.max(0, retriesUsed));
            return Duration.ofMillis((long) Math.min(millis, (double) longest.toMillis()));
        }
    }

    /** Only milliseconds are stored, so only they count. */
    private static Duration inMillis(Duration time) {
        return time.truncatedTo(ChronoUnit.MILLIS);
    }

    private static void between(String field, Duration least, Duration actual) {
        if (actual.compareTo(least) < 0 || actual.compareTo(LONGEST) > 0) {
            throw ValidationException.outOfRange(field, least, LONGEST, actual);
        }
    }
}
