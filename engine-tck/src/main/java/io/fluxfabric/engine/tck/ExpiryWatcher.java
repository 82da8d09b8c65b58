package io.fluxfabric.engine.tck;

import io.fluxfabric.engine.lease.ExpiredLease;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Somebody who watches lapsed leases, and whose looks a test makes happen one by one. */
public final class ExpiryWatcher extends BaseSubscriber<ExpiredLease> {

    /** The interval at which it is to be subscribed. */
    public static final Duration EVERY = Duration.ofSeconds(1);

    private final TestClock clock;
    private final long demand;
    private final List<ExpiredLease> seen = new CopyOnWriteArrayList<>();
    private final AtomicReference<@Nullable Throwable> error = new AtomicReference<>();
    private volatile boolean ended;

    private ExpiryWatcher(TestClock clock, long demand) {
        this.clock = clock;
        this.demand = demand;
    }

    /** Subscribes with boundless demand and waits for the first look. */
    public static ExpiryWatcher of(Flux<ExpiredLease> leases, TestClock clock) {
        ExpiryWatcher watcher = new ExpiryWatcher(clock, Long.MAX_VALUE);
        long before = clock.waitsBegun();
        leases.subscribe(watcher);
        until(() -> clock.waitsBegun() > before);
        return watcher;
    }

    /** Subscribes with so much demand and waits for nothing. */
    public static ExpiryWatcher of(Flux<ExpiredLease> leases, TestClock clock, long demand) {
        ExpiryWatcher watcher = new ExpiryWatcher(clock, demand);
        leases.subscribe(watcher);
        return watcher;
    }

    /** Lets the interval pass, waits for the look that follows, and tells what was seen so far. */
    public List<ExpiredLease> look() {
        long before = clock.waitsBegun();
        clock.advance(EVERY);
        until(() -> clock.waitsBegun() > before);
        return seen;
    }

    /**
     * Looks until so much was seen. One look need not do: on a server with transactions, any that is open, whosoever's, holds
     * events back until it ends.
     */
    public List<ExpiredLease> lookUntil(int count) {
        long end = System.nanoTime() + EngineFixture.PATIENCE.toNanos();
        while (seen.size() < count && System.nanoTime() < end) {
            look();
        }
        return seen;
    }

    /** What was seen so far, once it is so many. */
    public List<ExpiredLease> seen(int count) {
        until(() -> seen.size() >= count);
        return seen;
    }

    public boolean ended() {
        until(() -> ended);
        return error.get() == null;
    }

    static void until(BooleanSupplier condition) {
        until(condition, () -> "a condition");
    }

    /** Waits in real time, for what another thread or a database does. */
    static void until(BooleanSupplier condition, Supplier<String> what) {
        long end = System.nanoTime() + EngineFixture.PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - end > 0) {
                throw new AssertionError("waited in vain for " + what.get());
            }
            Mono.delay(Duration.ofMillis(1)).block();
        }
    }

    @Override
    protected void hookOnSubscribe(Subscription subscription) {
        subscription.request(demand);
    }

    @Override
    protected void hookOnNext(ExpiredLease lease) {
        seen.add(lease);
    }

    @Override
    protected void hookOnError(Throwable failure) {
        error.set(failure);
        ended = true;
    }

    @Override
    protected void hookOnComplete() {
        ended = true;
    }
}
