package io.fluxfabric.r2dbc.sqlite;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Compiled statements that are not in use, most recently used last; on the connection's thread only. */
final class StatementCache {
    private final int capacity;
    private final Map<String, NativeStatement> idle;

    StatementCache(int capacity) {
        this.capacity = capacity;
        this.idle = new LinkedHashMap<>();
    }

    /** Takes a statement out, so that a second run of the same text meanwhile gets a statement of its own. */
    @Nullable
    NativeStatement take(String sql) {
        return idle.remove(sql);
    }

    /** Keeps the statement for later and closes the one used longest ago if there are too many. */
    void put(NativeStatement statement) {
        close(idle.put(statement.sql(), statement));
        if (idle.size() > capacity) {
            var eldest = idle.entrySet().iterator();
            NativeStatement dropped = eldest.next().getValue();
            eldest.remove();
            close(dropped);
        }
    }

    void clear() {
        idle.values().forEach(NativeStatement::close);
        idle.clear();
    }

    int size() {
        return idle.size();
    }

    private static void close(@Nullable NativeStatement statement) {
        if (statement != null) {
            statement.close();
        }
    }
}
