package io.fluxfabric.engine.r2dbc.sql;

import java.util.Arrays;
import java.util.Locale;
import java.util.UUID;

/** The types a column of a bound row set may have. */
public enum ColumnType {
    UUID(UUID.class),
    BIGINT(Long.class),
    INTEGER(Integer.class),
    TEXT(String.class),
    BYTES(byte[].class);

    private final Class<?> javaType;

    ColumnType(Class<?> javaType) {
        this.javaType = javaType;
    }

    /** The Java type a value of this column must have. */
    public Class<?> javaType() {
        return javaType;
    }

    static ColumnType parse(String word) {
        return Arrays.stream(values())
                .filter(type -> type.name().toLowerCase(Locale.ROOT).equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("unknown column type '" + word + "' in {ROWS …}"));
    }
}
