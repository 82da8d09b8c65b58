package io.fluxfabric.engine.lease;

import java.time.Instant;
import java.util.Optional;

/**
 * Which lapsed leases to list, those that lapsed first coming first, then by execution id.
 *
 * @param asOf only those that had lapsed by then; the future counts as now
 * @param after where to go on, the {@link ExpiredLeasePage#next()} of a page of the same listing
 */
public record ListExpiredLeases(Optional<Instant> asOf, Optional<String> after, int pageSize) {

    private static final int DEFAULT_PAGE = 1000;

    /** All that have lapsed by now. */
    public static ListExpiredLeases all() {
        return new ListExpiredLeases(Optional.empty(), Optional.empty(), DEFAULT_PAGE);
    }

    public ListExpiredLeases asOf(Instant moment) {
        return new ListExpiredLeases(Optional.of(moment), after, pageSize);
    }

    /** Goes on behind a cursor an earlier page gave. */
    public ListExpiredLeases after(String cursor) {
        return new ListExpiredLeases(asOf, Optional.of(cursor), pageSize);
    }

    /** How many rows one statement reads. */
    public ListExpiredLeases pageSize(int size) {
        return new ListExpiredLeases(asOf, after, size);
    }
}
