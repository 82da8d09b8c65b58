package io.fluxfabric.r2dbc.sqlite;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Texts that have been scanned, shared by the connections of a factory. */
final class Commands {
    private final Map<String, List<SqlCommand>> scanned = new ConcurrentHashMap<>();
    private final int capacity;

    Commands(int capacity) {
        this.capacity = capacity;
    }

    /** @throws IllegalArgumentException for a text without a statement, and for parameters among several statements */
    List<SqlCommand> of(@Nullable String sql) {
        if (sql == null) {
            throw new IllegalArgumentException("sql must not be null");
        }
        List<SqlCommand> known = scanned.get(sql);
        if (known != null) {
            return known;
        }
        List<SqlCommand> commands = scan(sql);
        if (scanned.size() >= capacity) {
            scanned.clear();
        }
        scanned.put(sql, commands);
        return commands;
    }

    private static List<SqlCommand> scan(String sql) {
        // SQLite ends its reading at a NUL, so what follows would be dropped in silence.
        ValueEncoder.text(sql);
        List<SqlCommand> commands = SqlScanner.scan(sql);
        if (commands.isEmpty()) {
            throw new IllegalArgumentException("There is no statement in the SQL");
        }
        if (commands.size() > 1 && commands.stream().anyMatch(command -> command.parameterCount() > 0)) {
            throw new IllegalArgumentException(
                    "Several statements in one text cannot have parameters; create a statement for each: " + sql);
        }
        return commands;
    }
}
