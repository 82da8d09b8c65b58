package io.fluxfabric.engine.examples.cli;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One thing a command has to say: a line for people and the same as JSON for programs.
 *
 * @param fields in the order in which they are written; values that JSON knows, or times
 */
record Row(String text, Map<String, Object> fields) {

    Row {
        fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
    }

    static Row of(String text) {
        return new Row(text, Map.of());
    }

    Row with(String name, Object value) {
        Map<String, Object> more = new LinkedHashMap<>(fields);
        more.put(name, value);
        return new Row(text, more);
    }
}
