package io.fluxfabric.engine.id;

import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Makes UUIDs of version 7 (RFC 9562), each greater than all before it; thread-safe and never blocking.
 *
 * <ol>
 *   <li>48 bits of milliseconds, then a counter of 12 bits in {@code rand_a}, then 62 random bits.
 *   <li>In each new millisecond the counter starts at a random value of 11 bits, which leaves room to count.
 *   <li>Within one millisecond, or when the clock steps back, the counter goes on; when it is full, it carries into the
 *       milliseconds, so the order holds and only the time runs ahead.
 * </ol>
 *
 * <p>They give order and locality in an index, not secrecy: the randomness is that of {@link ThreadLocalRandom}.
 */
public final class TimeOrderedUuids {
    private static final int COUNTER_BITS = 12;
    private static final long COUNTER_MASK = (1L << COUNTER_BITS) - 1;
    private static final long TIME_MASK = (1L << 48) - 1;

    private final LongSupplier millis;
    private final AtomicLong latest = new AtomicLong();

    /** Takes the time as milliseconds since the epoch. */
    public TimeOrderedUuids(LongSupplier millis) {
        this.millis = millis;
    }

    public UUID next() {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        long start = random.nextInt(1 << (COUNTER_BITS - 1));
        long fresh = ((millis.getAsLong() & TIME_MASK) << COUNTER_BITS) | start;
        long tick = latest.updateAndGet(last -> Math.max(fresh, last + 1));
        long high = ((tick >>> COUNTER_BITS) << 16) | 0x7000L | (tick & COUNTER_MASK);
        long low = 0x8000_0000_0000_0000L | (random.nextLong() >>> 2);
        return new UUID(high, low);
    }
}
