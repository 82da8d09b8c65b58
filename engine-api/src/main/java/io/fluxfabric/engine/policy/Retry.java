package io.fluxfabric.engine.policy;

import io.fluxfabric.engine.error.ValidationException;
import io.fluxfabric.engine.limits.TextRule;
import io.fluxfabric.engine.policy.Backoff.Exponential;
import io.fluxfabric.engine.policy.Backoff.Fixed;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.random.RandomGenerator;

/**
 * How often and after how long a failed execution is tried again.
 *
 * <p>{@code Retry.exponential(Duration.ofSeconds(1)).max(5).jitter()}
 *
 * @param backoff how long to wait
 * @param maxRetries how many retries there are, the first attempt not counted
 * @param jittered whether each wait is drawn at random between zero and what the backoff says
 * @param categories the only categories of failures to retry; all of them if empty
 */
public record Retry(Backoff backoff, int maxRetries, boolean jittered, Set<String> categories) {
    /** How many retries there are unless told otherwise. */
    public static final int DEFAULT_MAX = 3;
    /** The most retries that can be asked for. */
    public static final int MAX = 10_000;
    /** The most categories that can be named. */
    public static final int MAX_CATEGORIES = 64;

    private static final Retry NONE = new Retry(new Fixed(Duration.ZERO), 0, false, Set.of());

    public Retry {
        if (maxRetries < 0 || maxRetries > MAX) {
            throw ValidationException.outOfRange("retry.max", 0, MAX, maxRetries);
        }
        if (categories.size() > MAX_CATEGORIES) {
            throw ValidationException.outOfRange("retry.categories", 0, MAX_CATEGORIES, categories.size());
        }
        categories.forEach(category -> TextRule.FAILURE_CATEGORY.check("retry.category", category));
        categories = Collections.unmodifiableSortedSet(new TreeSet<>(categories));
    }

    /** The first failure is the last. */
    public static Retry none() {
        return NONE;
    }

    /** Always the same wait, three times. */
    public static Retry fixed(Duration delay) {
        return new Retry(new Fixed(delay), DEFAULT_MAX, false, Set.of());
    }

    /** A wait that doubles each time up to a minute, three times. */
    public static Retry exponential(Duration initial) {
        Duration longest = initial.compareTo(Exponential.DEFAULT_LONGEST) > 0 ? initial : Exponential.DEFAULT_LONGEST;
        return new Retry(
                new Exponential(initial, longest, Exponential.DEFAULT_MULTIPLIER), DEFAULT_MAX, false, Set.of());
    }

    /** The same, with another number of retries. */
    public Retry max(int retries) {
        return new Retry(backoff, retries, jittered, categories);
    }

    /** The same, with waits drawn at random between zero and what they would be, so that failures do not return in step. */
    public Retry jitter() {
        return new Retry(backoff, maxRetries, true, categories);
    }

    /** The same, with no wait longer than this; only for exponential waits. */
    public Retry upTo(Duration longest) {
        Exponential growing = growing("longest");
        return with(new Exponential(growing.initial(), longest, growing.multiplier()));
    }

    /** The same, with waits growing by another factor; only for exponential waits. */
    public Retry multiplier(double factor) {
        Exponential growing = growing("multiplier");
        return with(new Exponential(growing.initial(), growing.longest(), factor));
    }

    /** The same, for failures of these categories only. */
    public Retry onlyOn(String... only) {
        return new Retry(backoff, maxRetries, jittered, new TreeSet<>(List.of(only)));
    }

    private Retry with(Backoff other) {
        return new Retry(other, maxRetries, jittered, categories);
    }

    private Exponential growing(String what) {
        if (backoff instanceof Exponential growing) {
            return growing;
        }
        throw ValidationException.invalidInput("retry." + what, "applies to exponential waits only");
    }

    /** Whether failures of a category are to be retried, as far as categories go. */
    public boolean covers(String category) {
        return categories.isEmpty() || categories.contains(category);
    }

    /** The wait after a failure that came when this many retries had been used; 0 for the first failure. */
    public Duration delay(int retriesUsed, RandomGenerator random) {
        Duration delay = backoff.after(retriesUsed);
        return jittered ? Duration.ofMillis(random.nextLong(delay.toMillis() + 1)) : delay;
    }
}
