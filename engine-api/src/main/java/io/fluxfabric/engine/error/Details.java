package io.fluxfabric.engine.error;

import java.io.Serializable;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The ids and facts an error involves, in the order they were told.
 *
 * <p>Immutable. Facts are ids, sizes, states and limits; never a payload, a lease id or another secret.
 */
public final class Details implements Serializable {
    private static final long serialVersionUID = 1L;

    private static final Details NONE = new Details(Map.of());

    // Declared as what it is: an interface type would not promise to be serializable.
    private final LinkedHashMap<String, String> facts;

    private Details(Map<String, String> facts) {
        this.facts = new LinkedHashMap<>(facts);
    }

    public static Details none() {
        return NONE;
    }

    public static Details of(String name, Object fact) {
        return NONE.and(name, fact);
    }

    /** Adds one more fact; an absent one is left out. */
    public Details and(String name, @Nullable Object fact) {
        if (fact == null) {
            return this;
        }
        Map<String, String> more = new LinkedHashMap<>(facts);
        more.put(name, fact.toString());
        return new Details(more);
    }

    /** The facts in telling order; unmodifiable. */
    public Map<String, String> asMap() {
        return Collections.unmodifiableMap(facts);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Details details && facts.equals(details.facts);
    }

    @Override
    public int hashCode() {
        return facts.hashCode();
    }

    @Override
    public String toString() {
        return facts.toString();
    }
}
