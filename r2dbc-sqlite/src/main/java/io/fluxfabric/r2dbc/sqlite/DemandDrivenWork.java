package io.fluxfabric.r2dbc.sqlite;

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import org.reactivestreams.Subscription;
import reactor.core.publisher.Operators;

/**
 * A subscription that is served on the connection's thread: each request hands over once, whatever the number asked
 * for.
 */
abstract class DemandDrivenWork implements Subscription, Runnable {
    private static final AtomicLongFieldUpdater<DemandDrivenWork> REQUESTED =
            AtomicLongFieldUpdater.newUpdater(DemandDrivenWork.class, "requested");
    private static final AtomicIntegerFieldUpdater<DemandDrivenWork> SIGNALS =
            AtomicIntegerFieldUpdater.newUpdater(DemandDrivenWork.class, "signals");

    private final Session session;
    private volatile long requested;
    private volatile int signals;
    private volatile boolean cancelled;

    DemandDrivenWork(Session session) {
        this.session = session;
    }

    /** Serves the demand. False to be called again after other work of the connection had its turn. */
    abstract boolean work();

    /** The subscriber has gone; any thread. {@link #work()} follows. */
    abstract void abandoned();

    @Override
    public final void request(long count) {
        if (Operators.validate(count)) {
            Operators.addCap(REQUESTED, this, count);
            schedule();
        }
    }

    @Override
    public final void cancel() {
        if (!cancelled) {
            cancelled = true;
            abandoned();
            schedule();
        }
    }

    /** Sees to it that {@link #work()} runs again. */
    final void schedule() {
        if (SIGNALS.getAndIncrement(this) == 0) {
            session.execute(this);
        }
    }

    @Override
    public final void run() {
        int seen = signals;
        do {
            if (!work()) {
                session.execute(this);
                return;
            }
            seen = SIGNALS.addAndGet(this, -seen);
        } while (seen != 0);
    }

    final boolean cancelled() {
        return cancelled;
    }

    final long demand() {
        return requested;
    }

    final void produced(long count) {
        if (count > 0) {
            Operators.produced(REQUESTED, this, count);
        }
    }
}
