package io.fluxfabric.engine.execution;

import java.time.Duration;
import java.time.Instant;

/** A point in time, given as a distance from the database's now or as an instant on the database's clock. */
public sealed interface Moment {

    /** A distance from now, where now is read by the statement that stores it. */
    static Moment after(Duration distance) {
        return new After(distance);
    }

    static Moment at(Instant instant) {
        return new At(instant);
    }

    record After(Duration distance) implements Moment {}

    record At(Instant instant) implements Moment {}
}
