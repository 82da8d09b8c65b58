package io.fluxfabric.engine.r2dbc.sql;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The values for one {@code {ROWS …}} of a statement: any number of rows, bound as a handful of parameters. PostgreSQL gets
 * one array per column, SQLite one JSON document; a statement's author sees neither.
 */
public final class Rows {

    private final List<@Nullable Object[]> rows = new ArrayList<>();

    /** One row set made of the given items, a row each. */
    public static <T> Rows of(Iterable<T> items, RowOf<T> row) {
        Rows rows = new Rows();
        items.forEach(item -> rows.add(row.values(item)));
        return rows;
    }

    /** Turns an item into the values of its row, in the order of the template's columns. */
    @FunctionalInterface
    public interface RowOf<T> {
        @Nullable
        Object[] values(T item);
    }

    /** The values of one row; reads better than an array initialiser in a lambda. */
    public static @Nullable Object[] row(@Nullable Object... values) {
        return values;
    }

    /** Adds a row whose values stand in the order of the template's columns. */
    public Rows add(@Nullable Object... values) {
        rows.add(values);
        return this;
    }

    /** The same rows without the values of columns a text does not mention, which nobody would read. */
    Rows only(RowsTemplate template, String text) {
        boolean[] wanted = new boolean[template.columns().size()];
        for (int column = 0; column < wanted.length; column++) {
            wanted[column] = text.contains(template.columns().get(column).name());
        }
        Rows narrowed = new Rows();
        for (@Nullable Object[] row : rows) {
            @Nullable Object[] kept = row.clone();
            for (int column = 0; column < wanted.length; column++) {
                if (!wanted[column]) {
                    kept[column] = null;
                }
            }
            narrowed.add(kept);
        }
        return narrowed;
    }

    int size() {
        return rows.size();
    }

    List<@Nullable Object[]> all() {
        return rows;
    }

    /** One column as a typed array, the form {@code unnest} takes. */
    Object columnArray(RowsTemplate template, int column) {
        Class<?> type = template.columns().get(column).type().arrayElement();
        Object array = Array.newInstance(type, rows.size());
        for (int row = 0; row < rows.size(); row++) {
            Array.set(array, row, ColumnType.travelling(rows.get(row)[column]));
        }
        return array;
    }

    void requireShape(RowsTemplate template) {
        for (@Nullable Object[] row : rows) {
            if (row.length != template.columns().size()) {
                throw new IllegalArgumentException("a row of " + template.alias() + " has "
                        + row.length + " values for the columns "
                        + Arrays.toString(template.columns().toArray()));
            }
        }
    }
}
