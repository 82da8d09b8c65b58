package io.fluxfabric.engine.r2dbc.sql;

import io.r2dbc.spi.Readable;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One row of a result, read by column name. A column read as not nullable that is NULL is a mistake in statement or schema
 * and says which column it was.
 */
public final class RowReader {

    private final Cells cells;

    RowReader(Readable row) {
        this.cells = row::get;
    }

    /** A row that was read before, in the order of a template's columns. */
    RowReader(RowsTemplate template, @Nullable Object[] values) {
        this.cells = (column, type) -> values[template.indexOf(column)];
    }

    /** A copy of some columns that can be read when the result has gone by. */
    public RowReader detached(RowsTemplate columns) {
        return new RowReader(columns, values(columns));
    }

    /** All values of the row, in the order of a template's columns. */
    @Nullable
    Object[] values(RowsTemplate template) {
        return template.columns().stream()
                .map(column -> value(column.name(), column.type()))
                .toArray();
    }

    private @Nullable Object value(String column, ColumnType type) {
        return switch (type) {
            case UUID -> uuidOrNull(column);
            case BIGINT -> numberOrNull(column);
            case INTEGER -> integerOrNull(column);
            case TEXT -> textOrNull(column);
            case BYTES -> bytesOrNull(column);
        };
    }

    public String text(String column) {
        return present(column, textOrNull(column));
    }

    public @Nullable String textOrNull(String column) {
        return (String) cells.get(column, String.class);
    }

    public UUID uuid(String column) {
        return present(column, uuidOrNull(column));
    }

    public @Nullable UUID uuidOrNull(String column) {
        Object value = cells.get(column, Object.class);
        return value == null || value instanceof UUID ? (UUID) value : UUID.fromString(value.toString());
    }

    public long number(String column) {
        return present(column, numberOrNull(column));
    }

    public @Nullable Long numberOrNull(String column) {
        // Drivers disagree on which numbers they widen, so the widening is done here.
        Object value = cells.get(column, Object.class);
        return value == null ? null : ((Number) value).longValue();
    }

    public int integer(String column) {
        return Math.toIntExact(number(column));
    }

    public @Nullable Integer integerOrNull(String column) {
        Long value = numberOrNull(column);
        return value == null ? null : Math.toIntExact(value);
    }

    public byte @Nullable [] bytesOrNull(String column) {
        return (byte[]) cells.get(column, byte[].class);
    }

    private interface Cells {
        @Nullable
        Object get(String column, Class<?> type);
    }

    private static <T> T present(String column, @Nullable T value) {
        if (value == null) {
            throw new IllegalStateException("column " + column + " is NULL where a value was expected");
        }
        return value;
    }
}
