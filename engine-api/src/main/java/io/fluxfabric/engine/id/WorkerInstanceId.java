package io.fluxfabric.engine.id;

import io.fluxfabric.engine.limits.Characters;
import io.fluxfabric.engine.limits.TextRule;

/** One process of a worker, unique per start; leases are held by instances. */
public record WorkerInstanceId(String value) implements Comparable<WorkerInstanceId> {
    /** The most UTF-8 bytes of a value. */
    public static final int MAX_BYTES = 256;

    private static final TextRule RULE = TextRule.required(MAX_BYTES, Characters.SOLID);

    public WorkerInstanceId {
        RULE.check("workerInstanceId", value);
    }

    public static WorkerInstanceId of(String value) {
        return new WorkerInstanceId(value);
    }

    @Override
    public int compareTo(WorkerInstanceId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
