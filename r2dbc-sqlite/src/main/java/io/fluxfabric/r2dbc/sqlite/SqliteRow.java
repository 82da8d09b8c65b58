package io.fluxfabric.r2dbc.sqlite;

import io.r2dbc.spi.Result;
import io.r2dbc.spi.Row;
import io.r2dbc.spi.RowMetadata;
import org.jspecify.annotations.Nullable;

/** A row that has been copied out of SQLite, so it stays valid after its callback. */
final class SqliteRow implements Row, Result.RowSegment {
    private final @Nullable Object[] values;
    private final SqliteRowMetadata metadata;

    SqliteRow(@Nullable Object[] values, SqliteRowMetadata metadata) {
        this.values = values;
        this.metadata = metadata;
    }

    @Override
    public Row row() {
        return this;
    }

    @Override
    public RowMetadata getMetadata() {
        return metadata;
    }

    @Override
    public @Nullable Object get(int index) {
        return get(index, Object.class);
    }

    @Override
    public @Nullable Object get(String name) {
        return get(metadata.index(name), Object.class);
    }

    @Override
    public <T> @Nullable T get(String name, Class<T> type) {
        return get(metadata.index(name), type);
    }

    @Override
    public <T> @Nullable T get(int index, Class<T> type) {
        if (type == null) {
            throw new IllegalArgumentException("The type to read a column as must not be null");
        }
        SqliteColumnMetadata column = metadata.getColumnMetadata(index);
        Object stored = values[index];
        if (stored == null) {
            return null;
        }
        if (type == Object.class) {
            return type.cast(column.kind().natural(stored));
        }
        return ValueDecoder.decode(stored, type, column.name());
    }
}
