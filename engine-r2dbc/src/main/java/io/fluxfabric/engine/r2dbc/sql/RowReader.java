package io.fluxfabric.engine.r2dbc.sql;

import io.r2dbc.spi.Readable;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One row of a result, read by column name. A column read as not nullable that is NULL is a mistake in statement or schema
 * and says which column it was.
 */
public final class RowReader {

    private final Readable row;

    RowReader(Readable row) {
        this.row = row;
    }

    public String text(String column) {
        return present(column, textOrNull(column));
    }

    public @Nullable String textOrNull(String column) {
        return row.get(column, String.class);
    }

    public UUID uuid(String column) {
        return present(column, uuidOrNull(column));
    }

    public @Nullable UUID uuidOrNull(String column) {
        Object value = row.get(column);
        return value == null || value instanceof UUID ? (UUID) value : UUID.fromString(value.toString());
    }

    public long number(String column) {
        return present(column, numberOrNull(column));
    }

    public @Nullable Long numberOrNull(String column) {
        return row.get(column, Long.class);
    }

    public int integer(String column) {
        return Math.toIntExact(number(column));
    }

    public @Nullable Integer integerOrNull(String column) {
        Long value = numberOrNull(column);
        return value == null ? null : Math.toIntExact(value);
    }

    public byte @Nullable [] bytesOrNull(String column) {
        return row.get(column, byte[].class);
    }

    private static <T> T present(String column, @Nullable T value) {
        if (value == null) {
            throw new IllegalStateException("column " + column + " is NULL where a value was expected");
        }
        return value;
    }
}
