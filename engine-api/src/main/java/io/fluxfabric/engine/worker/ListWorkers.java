package io.fluxfabric.engine.worker;

import io.fluxfabric.engine.id.LaneId;
import java.util.Optional;

/**
 * Which worker instances to list, by namespace and instance id.
 *
 * @param alive only those that are, or only those that are not; empty means both
 * @param lane only those that serve it
 * @param capability only those that offer it
 * @param after where to go on, the {@link WorkerPage#next()} of a page with the same filters
 */
public record ListWorkers(
        Optional<Boolean> alive,
        Optional<LaneId> lane,
        Optional<String> capability,
        Optional<String> after,
        int pageSize) {

    private static final int DEFAULT_PAGE = 100;

    public static ListWorkers all() {
        return new ListWorkers(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), DEFAULT_PAGE);
    }

    /** Only the living, or only the dead that were not swept yet. */
    public ListWorkers alive(boolean wanted) {
        return new ListWorkers(Optional.of(wanted), lane, capability, after, pageSize);
    }

    public ListWorkers lane(String name) {
        return new ListWorkers(alive, Optional.of(LaneId.of(name)), capability, after, pageSize);
    }

    public ListWorkers offering(String token) {
        return new ListWorkers(alive, lane, Optional.of(token), after, pageSize);
    }

    /** Goes on behind a cursor an earlier page gave. */
    public ListWorkers after(String cursor) {
        return new ListWorkers(alive, lane, capability, Optional.of(cursor), pageSize);
    }

    /** How many rows one statement reads. */
    public ListWorkers pageSize(int size) {
        return new ListWorkers(alive, lane, capability, after, size);
    }
}
