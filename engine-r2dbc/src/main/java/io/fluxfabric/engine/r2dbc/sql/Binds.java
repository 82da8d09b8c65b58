package io.fluxfabric.engine.r2dbc.sql;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The values for a statement's {@code :names} and {@code {ROWS …}}. */
public final class Binds {

    private final Map<String, Object> values = new LinkedHashMap<>();
    private final Map<String, Class<?>> nulls = new LinkedHashMap<>();
    private final Map<String, Rows> rows = new LinkedHashMap<>();

    private Binds() {}

    /** Starts with one value. */
    public static Binds of(String name, Object value) {
        return new Binds().and(name, value);
    }

    /** Starts with a row set. */
    public static Binds rows(String alias, Rows rows) {
        return new Binds().andRows(alias, rows);
    }

    /** Adds a value. */
    public Binds and(String name, Object value) {
        values.put(name, value);
        return this;
    }

    /** Adds a value that may be absent; the type tells the driver what kind of NULL to send. */
    public Binds and(String name, @Nullable Object value, Class<?> type) {
        if (value == null) {
            nulls.put(name, type);
        } else {
            values.put(name, value);
        }
        return this;
    }

    /** Adds a row set. */
    public Binds andRows(String alias, Rows set) {
        rows.put(alias, set);
        return this;
    }

    Binds copy() {
        Binds copy = new Binds();
        copy.values.putAll(values);
        copy.nulls.putAll(nulls);
        copy.rows.putAll(rows);
        return copy;
    }

    @Nullable
    Object value(String name) {
        return values.get(name);
    }

    @Nullable
    Class<?> nullType(String name) {
        return nulls.get(name);
    }

    Rows rows(String alias) {
        Rows set = rows.get(alias);
        if (set == null) {
            throw new IllegalArgumentException("no rows were bound for {ROWS " + alias + "(…)}; bound: " + names());
        }
        return set;
    }

    String names() {
        return values.keySet() + " " + nulls.keySet() + " " + rows.keySet();
    }
}
