package io.fluxfabric.engine.id;

import io.fluxfabric.engine.limits.Characters;
import io.fluxfabric.engine.limits.TextRule;

/** What sort of work an execution is, and so which handler runs it. */
public record ExecutionKind(String value) implements Comparable<ExecutionKind> {
    /** The most UTF-8 bytes of a value. */
    public static final int MAX_BYTES = 128;

    private static final TextRule RULE = TextRule.required(MAX_BYTES, Characters.PRINTABLE);

    public ExecutionKind {
        RULE.check("kind", value);
    }

    public static ExecutionKind of(String value) {
        return new ExecutionKind(value);
    }

    @Override
    public int compareTo(ExecutionKind other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
