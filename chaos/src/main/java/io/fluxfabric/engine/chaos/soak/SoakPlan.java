package io.fluxfabric.engine.chaos.soak;

import java.time.Duration;
import java.util.OptionalDouble;

/**
 * How long, how fast, and what follows from that. What takes minutes in a long run takes the same part of a short one.
 *
 * @param rate executions per second; half of what the machine can do if nothing is said
 */
record SoakPlan(Duration time, OptionalDouble rate) {

    private static final Duration LONGEST_PERIOD = Duration.ofMinutes(1);
    private static final Duration LONGEST_RETENTION = Duration.ofMinutes(2);
    private static final Duration LONGEST_CALIBRATION = Duration.ofSeconds(10);

    /** Between two samples. */
    Duration period() {
        return shorter(LONGEST_PERIOD, time.dividedBy(30));
    }

    int samples() {
        return (int) time.dividedBy(period());
    }

    /** How long what ended is kept, with its attempts and events: short, so that as much goes as comes for most of the run. */
    Duration retention() {
        return shorter(LONGEST_RETENTION, time.dividedBy(15));
    }

    /** Between two passes that forget: often, so that a sample does not depend on when the last one was. */
    Duration forgetEvery() {
        return retention().dividedBy(12);
    }

    /** After this the oldest rows have gone for a while, and sizes may be expected to stay. */
    Duration warmUp() {
        return retention().multipliedBy(2);
    }

    /** How long the greatest rate is measured. */
    Duration calibration() {
        return shorter(LONGEST_CALIBRATION, time.dividedBy(5));
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
