package io.fluxfabric.engine.r2dbc.sql;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The shape of a bound row set as a statement names it: {@code {ROWS alias(column type, …)}}. */
public record RowsTemplate(String alias, List<Column> columns) {

    /** One column of the set. */
    public record Column(String name, ColumnType type) {}

    public RowsTemplate {
        columns = List.copyOf(columns);
    }

    boolean has(ColumnType type) {
        return columns.stream().anyMatch(column -> column.type() == type);
    }

    int indexOf(String column) {
        for (int index = 0; index < columns.size(); index++) {
            if (columns.get(index).name().equals(column)) {
                return index;
            }
        }
        throw new IllegalArgumentException("no column " + column + " in " + declaration());
    }

    /** How a later step of a chain names these rows. */
    String reference() {
        return "{STEP " + alias + "}";
    }

    /** How a statement declares these rows when they are bound. */
    String declaration() {
        return columns.stream()
                .map(column -> column.name() + " " + column.type().name().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(", ", "{ROWS " + alias + "(", ")}"));
    }

    /** Reads a declaration such as {@code alias(column type, …)}. */
    public static RowsTemplate parse(String declaration) {
        int open = declaration.indexOf('(');
        if (open < 1 || !declaration.endsWith(")")) {
            throw new IllegalArgumentException("{ROWS …} wants alias(column type, …) but has '" + declaration + "'");
        }
        String[] columns =
                declaration.substring(open + 1, declaration.length() - 1).split(",", -1);
        return new RowsTemplate(
                declaration.substring(0, open).strip(),
                Arrays.stream(columns).map(RowsTemplate::column).toList());
    }

    private static Column column(String declaration) {
        String[] words = declaration.strip().split("\\s+", -1);
        if (words.length != 2) {
            throw new IllegalArgumentException("a column of {ROWS …} wants 'name type' but has '" + declaration + "'");
        }
        return new Column(words[0], ColumnType.parse(words[1]));
    }
}
