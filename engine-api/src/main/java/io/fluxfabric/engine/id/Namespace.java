package io.fluxfabric.engine.id;

import io.fluxfabric.engine.limits.Characters;
import io.fluxfabric.engine.limits.TextRule;

/** A tenant: what belongs to one namespace is invisible from every other. */
public record Namespace(String value) implements Comparable<Namespace> {
    /** The most UTF-8 bytes of a value. */
    public static final int MAX_BYTES = 128;

    private static final TextRule RULE = TextRule.required(MAX_BYTES, Characters.PRINTABLE);

    /** The namespace of whoever needs only one. */
    public static final Namespace DEFAULT = new Namespace("default");

    public Namespace {
        RULE.check("namespace", value);
    }

    public static Namespace of(String value) {
        return new Namespace(value);
    }

    @Override
    public int compareTo(Namespace other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
