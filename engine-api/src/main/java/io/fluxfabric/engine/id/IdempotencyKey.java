package io.fluxfabric.engine.id;

import io.fluxfabric.engine.limits.Characters;
import io.fluxfabric.engine.limits.TextRule;

/** The key under which repeated submissions count as one, within a namespace and for a window of time. */
public record IdempotencyKey(String value) implements Comparable<IdempotencyKey> {
    /** The most UTF-8 bytes of a value. */
    public static final int MAX_BYTES = 256;

    private static final TextRule RULE = TextRule.required(MAX_BYTES, Characters.PRINTABLE);

    public IdempotencyKey {
        RULE.check("idempotencyKey", value);
    }

    public static IdempotencyKey of(String value) {
        return new IdempotencyKey(value);
    }

    @Override
    public int compareTo(IdempotencyKey other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
