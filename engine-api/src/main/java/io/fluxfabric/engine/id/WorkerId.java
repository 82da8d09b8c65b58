package io.fluxfabric.engine.id;

import io.fluxfabric.engine.limits.Characters;
import io.fluxfabric.engine.limits.TextRule;

/** The logical identity of a worker, shared by all processes of its pool and stable over restarts. */
public record WorkerId(String value) implements Comparable<WorkerId> {
    /** The most UTF-8 bytes of a value. */
    public static final int MAX_BYTES = 256;

    private static final TextRule RULE = TextRule.required(MAX_BYTES, Characters.SOLID);

    public WorkerId {
        RULE.check("workerId", value);
    }

    public static WorkerId of(String value) {
        return new WorkerId(value);
    }

    @Override
    public int compareTo(WorkerId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
