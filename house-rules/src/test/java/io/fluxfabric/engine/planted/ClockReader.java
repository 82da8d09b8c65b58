package io.fluxfabric.engine.planted;

import java.time.Clock;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Date;
import java.util.function.LongSupplier;

/** Every clock that the rules must notice, and the one they must not. */
final class ClockReader {

    Instant instant() {
        return Instant.now();
    }

    LocalDateTime localDateTime() {
        return LocalDateTime.now(ZoneOffset.UTC);
    }

    long millis() {
        return System.currentTimeMillis();
    }

    LongSupplier millisByReference() {
        return System::currentTimeMillis;
    }

    Clock clock() {
        return Clock.systemUTC();
    }

    @SuppressWarnings("JavaUtilDate")
    Date date() {
        return new Date();
    }

    long duration() {
        return System.nanoTime();
    }
}
