package io.fluxfabric.engine.r2dbc.sql;

import java.time.Duration;

/** How often, and after what pauses, a transaction that lost a race is run again. */
public record ContentionRetry(int times, Duration first, Duration longest, double jitter) {

    /** Five times, 5 to 100 ms, with nearly full jitter so that the losers of one race do not meet again. */
    public static ContentionRetry defaults() {
        return new ContentionRetry(5, Duration.ofMillis(5), Duration.ofMillis(100), 0.9);
    }
}
