package io.fluxfabric.engine.id;

import io.fluxfabric.engine.limits.Characters;
import io.fluxfabric.engine.limits.TextRule;

/** A queue of executions that is claimed, paused and counted as one. */
public record LaneId(String value) implements Comparable<LaneId> {
    /** The most UTF-8 bytes of a value. */
    public static final int MAX_BYTES = 64;

    private static final TextRule RULE = TextRule.required(MAX_BYTES, Characters.ASCII);

    /** The lane of whatever names none. */
    public static final LaneId DEFAULT = new LaneId("default");

    public LaneId {
        RULE.check("lane", value);
    }

    public static LaneId of(String value) {
        return new LaneId(value);
    }

    @Override
    public int compareTo(LaneId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
