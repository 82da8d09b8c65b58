package io.fluxfabric.r2dbc.sqlite;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;

/**
 * Points in time as ISO-8601 text. Written with nine fraction digits always, so that instants compare in SQL as they do
 * in Java; read with any number of them, and with the blank that SQLite's own functions put in the place of the T.
 */
final class IsoText {
    private static final int NANO_DIGITS = 9;

    private static final DateTimeFormatter TIME = new DateTimeFormatterBuilder()
            .appendPattern("HH:mm:ss")
            .appendFraction(ChronoField.NANO_OF_SECOND, NANO_DIGITS, NANO_DIGITS, true)
            .toFormatter();
    private static final DateTimeFormatter DATE_TIME = new DateTimeFormatterBuilder()
            .append(DateTimeFormatter.ISO_LOCAL_DATE)
            .appendLiteral('T')
            .append(TIME)
            .toFormatter();
    private static final DateTimeFormatter OFFSET_DATE_TIME =
            new DateTimeFormatterBuilder().append(DATE_TIME).appendOffsetId().toFormatter();

    private static final DateTimeFormatter READ = new DateTimeFormatterBuilder()
            .append(DateTimeFormatter.ISO_LOCAL_DATE)
            .optionalStart()
            .appendLiteral('T')
            .append(DateTimeFormatter.ISO_LOCAL_TIME)
            .optionalEnd()
            .optionalStart()
            .appendOffsetId()
            .optionalEnd()
            .toFormatter();

    private IsoText() {}

    static String of(LocalTime time) {
        return TIME.format(time);
    }

    static String of(LocalDateTime dateTime) {
        return DATE_TIME.format(dateTime);
    }

    static String of(Instant instant) {
        return OFFSET_DATE_TIME.format(instant.atOffset(ZoneOffset.UTC));
    }

    static String of(OffsetDateTime dateTime) {
        return OFFSET_DATE_TIME.format(dateTime);
    }

    static LocalDateTime dateTime(String text) {
        return (LocalDateTime) READ.parseBest(withT(text), LocalDateTime::from, IsoText::startOfDay);
    }

    /** A time without an offset is taken as UTC, which is what SQLite's own functions give. */
    static OffsetDateTime offsetDateTime(String text) {
        TemporalAccessor parsed =
                READ.parseBest(withT(text), OffsetDateTime::from, LocalDateTime::from, IsoText::startOfDay);
        return parsed instanceof OffsetDateTime exact ? exact : ((LocalDateTime) parsed).atOffset(ZoneOffset.UTC);
    }

    private static LocalDateTime startOfDay(TemporalAccessor parsed) {
        return LocalDate.from(parsed).atStartOfDay();
    }

    private static String withT(String text) {
        return text.indexOf(' ') > 0 ? text.replaceFirst(" ", "T") : text;
    }
}
