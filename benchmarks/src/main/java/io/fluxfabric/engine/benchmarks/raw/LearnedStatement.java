package io.fluxfabric.engine.benchmarks.raw;

import io.fluxfabric.engine.benchmarks.raw.WatchedConnections.Sent;
import java.lang.reflect.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A statement of the engine, made ready for JDBC: the same text, with {@code ?} for {@code $1}, and the parameters it was last
 * sent with. A parameter that the text uses twice is sent twice, since JDBC cannot do otherwise.
 */
final class LearnedStatement {

    private static final Pattern MARKER = Pattern.compile("\\$(\\d+)");
    private static final Pattern ROWS =
            Pattern.compile("unnest\\(([^)]*)\\) WITH ORDINALITY AS \\w+\\(([^)]*), ord\\)");
    private static final Map<Class<?>, String> ELEMENT_TYPES =
            Map.of(UUID.class, "uuid", Long.class, "bigint", Integer.class, "integer", String.class, "text");

    private final String text;
    private final List<Integer> order = new ArrayList<>();
    private final Map<String, Integer> columns = new HashMap<>();
    private final Map<Integer, Object> parameters;

    LearnedStatement(Sent sent) {
        this.parameters = sent.parameters();
        Matcher marker = MARKER.matcher(sent.text());
        this.text = marker.replaceAll(found -> {
            order.add(Integer.parseInt(found.group(1)) - 1);
            return "?";
        });
        Matcher rows = ROWS.matcher(sent.text());
        while (rows.find()) {
            note(rows.group(1).split(", ", -1), rows.group(2).split(", ", -1));
        }
    }

    private void note(String[] markers, String[] names) {
        for (int column = 0; column < names.length; column++) {
            Matcher marker = MARKER.matcher(markers[column]);
            if (marker.find()) {
                columns.put(names[column], Integer.parseInt(marker.group(1)) - 1);
            }
        }
    }

    PreparedStatement prepare(Connection connection) throws SQLException {
        return connection.prepareStatement(text);
    }

    /** The parameters as they were, as a start for the next ones. */
    Binding binding() {
        return new Binding(new HashMap<>(parameters));
    }

    /** Parameters for one run. */
    final class Binding {

        private final Map<Integer, Object> values;

        private Binding(Map<Integer, Object> values) {
            this.values = values;
        }

        /** Replaces the values of a column of rows. */
        Binding column(String name, Object[] fresh) {
            Integer index = columns.get(name);
            if (index == null) {
                throw new IllegalStateException("the engine's statement has no column " + name + " any more: " + text);
            }
            values.put(index, fresh);
            return this;
        }

        /** Makes every other column that starts like this as long as the fresh ones, by repeating its first value. */
        Binding fill(String prefix, int rows) {
            columns.forEach((name, index) -> {
                Object[] known = (Object[]) required(index);
                if (name.startsWith(prefix) && known.length != rows) {
                    Object[] longer =
                            (Object[]) Array.newInstance(known.getClass().getComponentType(), rows);
                    Arrays.fill(longer, known[0]);
                    values.put(index, longer);
                }
            });
            return this;
        }

        /** Replaces every array of ids by fresh ids. */
        Binding freshIds(java.util.function.Supplier<UUID> mint) {
            values.replaceAll((index, value) -> value instanceof UUID[] ids
                    ? Arrays.stream(ids).map(old -> mint.get()).toArray(UUID[]::new)
                    : value);
            return this;
        }

        void on(PreparedStatement statement) throws SQLException {
            for (int place = 0; place < order.size(); place++) {
                set(statement, place + 1, values.get(order.get(place)));
            }
        }

        private Object required(int index) {
            Object value = values.get(index);
            if (value == null) {
                throw new IllegalStateException("parameter " + index + " was never bound: " + text);
            }
            return value;
        }
    }

    private static void set(PreparedStatement statement, int place, @Nullable Object value) throws SQLException {
        if (value instanceof Object[] array) {
            String type = ELEMENT_TYPES.get(array.getClass().getComponentType());
            statement.setArray(place, statement.getConnection().createArrayOf(type, array));
        } else {
            statement.setObject(place, value);
        }
    }
}
