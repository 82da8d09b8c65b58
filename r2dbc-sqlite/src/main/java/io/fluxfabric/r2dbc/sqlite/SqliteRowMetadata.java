package io.fluxfabric.r2dbc.sqlite;

import io.r2dbc.spi.RowMetadata;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The columns of a result. Labels are found without regard to case; of equal labels the first counts. */
final class SqliteRowMetadata implements RowMetadata {
    static final SqliteRowMetadata EMPTY = new SqliteRowMetadata(List.of());

    private final List<SqliteColumnMetadata> columns;
    private final Map<String, Integer> indexes = new HashMap<>();

    private SqliteRowMetadata(List<SqliteColumnMetadata> columns) {
        this.columns = columns;
        for (int index = 0; index < columns.size(); index++) {
            String name = columns.get(index).name();
            indexes.putIfAbsent(name, index);
            indexes.putIfAbsent(name.toLowerCase(Locale.ROOT), index);
        }
    }

    static SqliteRowMetadata of(String[] names, String[] declaredTypes) {
        return new SqliteRowMetadata(IntStream.range(0, names.length)
                .mapToObj(index -> SqliteColumnMetadata.of(names[index], declaredTypes[index]))
                .toList());
    }

    boolean hasNames(String[] names) {
        if (names.length != columns.size()) {
            return false;
        }
        for (int index = 0; index < names.length; index++) {
            if (!columns.get(index).name().equals(names[index])) {
                return false;
            }
        }
        return true;
    }

    @Override
    public SqliteColumnMetadata getColumnMetadata(int index) {
        if (index < 0 || index >= columns.size()) {
            throw new IndexOutOfBoundsException(
                    "Column index " + index + " is not one of the " + columns.size() + " columns from 0");
        }
        return columns.get(index);
    }

    @Override
    public SqliteColumnMetadata getColumnMetadata(String name) {
        return columns.get(index(name));
    }

    @Override
    public List<SqliteColumnMetadata> getColumnMetadatas() {
        return columns;
    }

    @Override
    public boolean contains(String columnName) {
        return find(columnName) != null;
    }

    int index(@Nullable String name) {
        if (name == null) {
            throw new IllegalArgumentException("A column name must not be null");
        }
        Integer index = find(name);
        if (index == null) {
            throw new NoSuchElementException("No column " + name + " among "
                    + columns.stream().map(SqliteColumnMetadata::name).toList());
        }
        return index;
    }

    private @Nullable Integer find(String name) {
        Integer exact = indexes.get(name);
        return exact == null ? indexes.get(name.toLowerCase(Locale.ROOT)) : exact;
    }
}
