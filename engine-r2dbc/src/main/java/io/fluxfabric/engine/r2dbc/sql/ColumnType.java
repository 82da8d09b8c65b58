package io.fluxfabric.engine.r2dbc.sql;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The types a column of a bound row set may have. */
public enum ColumnType {
    UUID(UUID.class),
    BIGINT(Long.class),
    INTEGER(Integer.class),
    TEXT(String.class),
    /** Travels as hexadecimal digits: JSON has no bytes, and arrays of them do not survive every driver. */
    BYTES(String.class);

    private final Class<?> arrayElement;

    ColumnType(Class<?> arrayElement) {
        this.arrayElement = arrayElement;
    }

    /** The element type of an array of this column. */
    Class<?> arrayElement() {
        return arrayElement;
    }

    /** The form in which a value travels. */
    static @Nullable Object travelling(@Nullable Object value) {
        return value instanceof byte[] bytes ? HexFormat.of().formatHex(bytes) : value;
    }

    static ColumnType parse(String word) {
        return Arrays.stream(values())
                .filter(type -> type.name().toLowerCase(Locale.ROOT).equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("unknown column type '" + word + "' in {ROWS …}"));
    }
}
