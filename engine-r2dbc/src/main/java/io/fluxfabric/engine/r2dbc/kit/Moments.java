package io.fluxfabric.engine.r2dbc.kit;

import io.fluxfabric.engine.error.ValidationException;
import io.fluxfabric.engine.execution.Moment;
import io.fluxfabric.engine.limits.Limits;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Points in time on their way into and out of the database. */
public final class Moments {

    /** The year 9999: what lies behind is a mistake, and would not fit where milliseconds are added to it. */
    private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59Z");

    private Moments() {}

    /** Refuses what lies too far ahead, and instants no calendar of the database has. */
    public static void check(Limits limits, String field, Optional<Moment> moment) {
        moment.ifPresent(given -> check(limits, field, given));
    }

    private static void check(Limits limits, String field, Moment moment) {
        if (moment instanceof Moment.After after) {
            limits.checkDelay(field, after.distance());
            if (after.distance().compareTo(Duration.ofDays(-36_600)) < 0) {
                throw ValidationException.invalidInput(field, "lies too far in the past: " + after.distance());
            }
        } else if (moment instanceof Moment.At at
                && (at.instant().isBefore(Instant.EPOCH) || at.instant().isAfter(LATEST))) {
            throw ValidationException.outOfRange(field, Instant.EPOCH, LATEST, at.instant());
        }
    }

    /** The distance in milliseconds, if it was given as one. */
    public static @Nullable Long after(Optional<Moment> moment) {
        return moment.filter(Moment.After.class::isInstance)
                .map(after -> ((Moment.After) after).distance().toMillis())
                .orElse(null);
    }

    /** The instant in milliseconds, if it was given as one. */
    public static @Nullable Long at(Optional<Moment> moment) {
        return moment.filter(Moment.At.class::isInstance)
                .map(at -> ((Moment.At) at).instant().toEpochMilli())
                .orElse(null);
    }

    public static Optional<Instant> instant(@Nullable Long millis) {
        return Optional.ofNullable(millis).map(Instant::ofEpochMilli);
    }
}
