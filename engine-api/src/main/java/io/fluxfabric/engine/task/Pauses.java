package io.fluxfabric.engine.task;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * How long to pause after a failure: twice as long after each further one, up to a longest pause, and less by up to a half at random,
 * so that many workers do not come back in step. One step uses it at a time.
 */
final class Pauses {

    private final Duration first;
    private final Duration longest;
    private volatile int failures;

    Pauses(Duration first, Duration longest) {
        this.first = first;
        this.longest = longest;
    }

    int failures() {
        return failures;
    }

    Duration failed() {
        int count = failures;
        failures = count + 1;
        double whole = Math.min(first.toNanos() * Math.pow(2, count), (double) longest.toNanos());
        return Duration.ofNanos(
                (long) (whole * (0.5 + ThreadLocalRandom.current().nextDouble() / 2)));
    }

    void succeeded() {
        failures = 0;
    }
}
