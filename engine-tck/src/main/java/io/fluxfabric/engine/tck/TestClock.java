package io.fluxfabric.engine.tck;

import java.time.Duration;
import java.time.Instant;
import reactor.core.scheduler.Scheduler;
import reactor.test.scheduler.VirtualTimeScheduler;

/**
 * Time in the hand of a test. The clock the database is told and the scheduler that waits wait on are one: moving it moves
 * both, so nothing sleeps.
 */
public final class TestClock {

    /** An arbitrary but round instant, so that times in failures are readable. */
    public static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private final VirtualTimeScheduler timer = VirtualTimeScheduler.create();

    public long millis() {
        return START.toEpochMilli() + timer.now(java.util.concurrent.TimeUnit.MILLISECONDS);
    }

    public Instant now() {
        return Instant.ofEpochMilli(millis());
    }

    public void advance(Duration duration) {
        timer.advanceTimeBy(duration);
    }

    /** How many waits have begun so far: one more says that whoever was to wait next does. */
    public long waitsBegun() {
        return timer.getScheduledTaskCount();
    }

    /** What the engine under test waits on. */
    public Scheduler timer() {
        return timer;
    }
}
