package io.fluxfabric.engine.limits;

import static java.util.concurrent.TimeUnit.DAYS;
import static java.util.concurrent.TimeUnit.HOURS;
import static java.util.concurrent.TimeUnit.MINUTES;
import static java.util.concurrent.TimeUnit.SECONDS;

import java.util.Locale;

/**
 * A limit that can be set per engine, with its default and the range within which it can be set.
 *
 * <p>Sizes are in bytes, times in milliseconds, the rest are counts. The ceilings are what the databases can bear; the
 * defaults are what keeps one bad caller from hurting the others.
 */
public enum Limit {
    /** The input of an execution. */
    PAYLOAD_BYTES(Unit.BYTES, 1 << 20, 0, 256 << 20),
    /** The result of an execution. */
    RESULT_BYTES(Unit.BYTES, 1 << 20, 0, 256 << 20),
    /** The message of a failure. */
    FAILURE_MESSAGE_BYTES(Unit.BYTES, 4096, 1024, 1 << 20),
    /** What a worker attaches to a failure: a stack trace, a response. */
    FAILURE_DETAIL_BYTES(Unit.BYTES, 64 << 10, 0, 16 << 20),
    /** The message of a progress report. */
    PROGRESS_MESSAGE_BYTES(Unit.BYTES, 1024, 0, 64 << 10),
    /** The value of a tag; the ceiling leaves room for it in an index entry of PostgreSQL. */
    TAG_VALUE_BYTES(Unit.BYTES, 512, 1, 2048),
    /** Tags of one execution. */
    TAGS(Unit.COUNT, 64, 0, 1024),

    /** The shortest lease; below it not even one renewal fits in. */
    LEASE_TTL_MIN(Unit.MILLIS, 100, 1, MINUTES.toMillis(1)),
    /** The longest lease, and so the longest silence after a crash. */
    LEASE_TTL_MAX(Unit.MILLIS, HOURS.toMillis(24), MINUTES.toMillis(1), DAYS.toMillis(366)),
    /** The shortest grant. */
    GRANT_TTL_MIN(Unit.MILLIS, 1, 1, SECONDS.toMillis(1)),
    /** The longest grant. */
    GRANT_TTL_MAX(Unit.MILLIS, SECONDS.toMillis(60), SECONDS.toMillis(1), HOURS.toMillis(1)),
    /** The shortest time after which a silent worker counts as dead. */
    LIVENESS_TTL_MIN(Unit.MILLIS, SECONDS.toMillis(1), 1, MINUTES.toMillis(1)),
    /** The longest time after which a silent worker counts as dead. */
    LIVENESS_TTL_MAX(Unit.MILLIS, HOURS.toMillis(24), MINUTES.toMillis(1), DAYS.toMillis(366)),
    /** How far ahead a start, a delay or a deadline may lie. */
    DELAY_MAX(Unit.MILLIS, DAYS.toMillis(366), SECONDS.toMillis(1), DAYS.toMillis(36_600)),
    /** How long a claim may wait for work. */
    CLAIM_WAIT_MAX(Unit.MILLIS, MINUTES.toMillis(5), 0, HOURS.toMillis(1)),

    /** Executions taken by one claim. */
    CLAIM_BATCH(Unit.COUNT, 1000, 1, 10_000),
    /** Executions submitted in one statement. */
    SUBMIT_BATCH(Unit.COUNT, 1000, 1, 10_000),
    /** Leases renewed in one statement. */
    RENEW_BATCH(Unit.COUNT, 10_000, 1, 100_000),
    /** Executions on one page of a listing. */
    EXECUTIONS_PAGE(Unit.COUNT, 1000, 1, 10_000),
    /** Expired leases on one page. */
    EXPIRED_LEASES_PAGE(Unit.COUNT, 10_000, 1, 100_000),
    /** Workers on one page. */
    WORKERS_PAGE(Unit.COUNT, 1000, 1, 10_000),
    /** Lanes on one page. */
    LANES_PAGE(Unit.COUNT, 1000, 1, 10_000),
    /** Events on one page. */
    EVENTS_PAGE(Unit.COUNT, 1000, 1, 10_000);

    /** What a limit counts. */
    public enum Unit {
        BYTES,
        MILLIS,
        COUNT
    }

    private final Unit unit;
    private final long standard;
    private final long floor;
    private final long ceiling;

    Limit(Unit unit, long standard, long floor, long ceiling) {
        this.unit = unit;
        this.standard = standard;
        this.floor = floor;
        this.ceiling = ceiling;
    }

    /** The name of the setting. */
    public String setting() {
        return "limits." + name().toLowerCase(Locale.ROOT);
    }

    public Unit unit() {
        return unit;
    }

    /** The value that holds unless another is set. */
    public long standard() {
        return standard;
    }

    /** The least value that can be set. */
    public long floor() {
        return floor;
    }

    /** The greatest value that can be set. */
    public long ceiling() {
        return ceiling;
    }
}
