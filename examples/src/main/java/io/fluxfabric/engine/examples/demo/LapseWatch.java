package io.fluxfabric.engine.examples.demo;

import io.fluxfabric.engine.lease.ExpiredLease;
import io.fluxfabric.engine.lease.Leases;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import reactor.core.Disposable;

/** Collects leases as they lapse. */
final class LapseWatch implements AutoCloseable {

    private static final Duration LOOK = Duration.ofMillis(100);

    /** A lease that lapsed, and when it was told of. */
    record Seen(ExpiredLease lease, Duration sinceKill) {}

    private final List<Seen> seen = new CopyOnWriteArrayList<>();
    private final Disposable subscription;

    private LapseWatch(Leases leases) {
        long started = System.nanoTime();
        this.subscription = leases.watchExpired(LOOK)
                .subscribe(lease -> seen.add(new Seen(lease, Duration.ofNanos(System.nanoTime() - started))));
    }

    /** Watches from now on. */
    static LapseWatch of(Leases leases) {
        return new LapseWatch(leases);
    }

    List<Seen> seen() {
        return List.copyOf(seen);
    }

    @Override
    public void close() {
        subscription.dispose();
    }
}
