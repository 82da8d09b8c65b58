package io.fluxfabric.engine.reconcile;

import java.time.Duration;
import java.util.Optional;

/**
 * What one pass of a reconciler did.
 *
 * @param name which reconciler
 * @param scanned how many rows it looked at
 * @param changed how many of them it changed
 * @param failed 1 if the pass broke off, and then nothing more is known of it
 * @param lag for how long the oldest of what it found had been due
 * @param duration how long the pass took
 * @param cause why it broke off
 */
public record ScanReport(
        String name,
        long scanned,
        long changed,
        long failed,
        Duration lag,
        Duration duration,
        Optional<Throwable> cause) {

    /** A pass that came to its end. */
    public static ScanReport done(String name, long scanned, long changed, Duration lag, Duration duration) {
        return new ScanReport(name, scanned, changed, 0, lag, duration, Optional.empty());
    }

    /** A pass that broke off. */
    public static ScanReport failed(String name, Duration duration, Throwable cause) {
        return new ScanReport(name, 0, 0, 1, Duration.ZERO, duration, Optional.of(cause));
    }
}
