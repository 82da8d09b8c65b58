package io.fluxfabric.engine.execution;

import io.fluxfabric.engine.id.ExecutionKind;
import io.fluxfabric.engine.id.LaneId;
import io.fluxfabric.engine.id.TagKey;
import io.fluxfabric.engine.state.PublicState;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * Which executions to list, oldest first.
 *
 * @param states empty means any
 * @param after where to go on, the {@link ExecutionPage#next()} of a page with the same filters
 */
public record ListExecutions(
        Optional<LaneId> lane,
        Optional<ExecutionKind> kind,
        Set<PublicState> states,
        Optional<TagFilter> tag,
        Optional<String> after,
        int pageSize) {

    private static final int DEFAULT_PAGE = 100;

    public ListExecutions {
        states = Set.copyOf(states);
    }

    /** Only executions with this tag of this value. */
    public record TagFilter(TagKey key, String value) {}

    /** All of the namespace. */
    public static ListExecutions all() {
        return new ListExecutions(
                Optional.empty(), Optional.empty(), Set.of(), Optional.empty(), Optional.empty(), DEFAULT_PAGE);
    }

    public ListExecutions lane(String value) {
        return new ListExecutions(Optional.of(LaneId.of(value)), kind, states, tag, after, pageSize);
    }

    public ListExecutions kind(String value) {
        return new ListExecutions(lane, Optional.of(ExecutionKind.of(value)), states, tag, after, pageSize);
    }

    public ListExecutions in(PublicState first, PublicState... more) {
        return new ListExecutions(lane, kind, EnumSet.of(first, more), tag, after, pageSize);
    }

    public ListExecutions tagged(String key, String value) {
        return new ListExecutions(
                lane, kind, states, Optional.of(new TagFilter(TagKey.of(key), value)), after, pageSize);
    }

    /** Goes on behind a cursor an earlier page gave. */
    public ListExecutions after(String cursor) {
        return new ListExecutions(lane, kind, states, tag, Optional.of(cursor), pageSize);
    }

    /** How many rows one statement reads. */
    public ListExecutions pageSize(int size) {
        return new ListExecutions(lane, kind, states, tag, after, size);
    }
}
