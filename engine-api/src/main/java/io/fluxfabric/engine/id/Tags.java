package io.fluxfabric.engine.id;

import io.fluxfabric.engine.limits.Characters;
import io.fluxfabric.engine.limits.TextRule;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What an execution is labelled with: texts by key, in the order of the keys; immutable.
 *
 * <p>How many there may be and how long a value may be is set per engine.
 */
public record Tags(Map<String, String> asMap) {
    private static final TextRule VALUE = TextRule.optional(Integer.MAX_VALUE, Characters.STORABLE);
    private static final Tags NONE = new Tags(Map.of());

    public Tags {
        asMap.forEach((key, value) -> VALUE.check("tags[" + TagKey.of(key) + "]", value));
        asMap = Collections.unmodifiableMap(new TreeMap<>(asMap));
    }

    public static Tags none() {
        return NONE;
    }

    public static Tags of(String key, String value) {
        return NONE.with(key, value);
    }

    public static Tags of(Map<String, String> tags) {
        return tags.isEmpty() ? NONE : new Tags(tags);
    }

    /** The same tags and one more, or one changed. */
    public Tags with(String key, String value) {
        Map<String, String> more = new TreeMap<>(asMap);
        more.put(key, value);
        return new Tags(more);
    }

    public Tags without(String key) {
        Map<String, String> fewer = new TreeMap<>(asMap);
        fewer.remove(key);
        return of(fewer);
    }

    public Optional<String> get(String key) {
        return Optional.ofNullable(asMap.get(key));
    }

    public boolean isEmpty() {
        return asMap.isEmpty();
    }

    public int size() {
        return asMap.size();
    }

    @Override
    public String toString() {
        return asMap.toString();
    }
}
