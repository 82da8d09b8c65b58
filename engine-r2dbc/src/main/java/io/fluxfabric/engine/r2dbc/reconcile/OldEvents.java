package io.fluxfabric.engine.r2dbc.reconcile;

import io.fluxfabric.engine.r2dbc.sql.Binds;
import io.fluxfabric.engine.r2dbc.sql.Rows;
import io.fluxfabric.engine.r2dbc.sql.Session;
import io.fluxfabric.engine.r2dbc.sql.Sql;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Events that are older than they are kept. They are taken from the beginning of each stream, in its own order, which is all but
 * that of their times: so no index on the time is needed, and a stream never has a hole.
 */
final class OldEvents implements Pass {

    private static final List<String> TABLES =
            List.of("ff_completion_event", "ff_lease_event", "ff_operator_event", "ff_worker_registry_event");

    private final Sql lag;
    private final List<Sql> prune;
    private final Sql note;

    OldEvents(Duration age) {
        String since = "({NOW} - " + age.toMillis() + ")";
        this.lag = Sql.of(TABLES.stream()
                .map(table -> "SELECT " + since + " - occurred_at_ms AS lag FROM (SELECT occurred_at_ms FROM " + table
                        + " ORDER BY {EVENT_ORDER} LIMIT 1) AS oldest")
                .collect(Collectors.joining(
                        "\nUNION ALL\n",
                        "SELECT max(lag) AS lag_ms FROM (",
                        ") AS streams WHERE lag >= 0 AND :batch > 0")));
        this.prune = TABLES.stream()
                .map(table -> Sql.of("""
                        DELETE FROM %1$s
                         WHERE {ROW_ID} IN (SELECT {ROW_ID} FROM %1$s ORDER BY {EVENT_ORDER} LIMIT :batch {SKIP_LOCKED})
                           AND occurred_at_ms <= %2$s""".formatted(table, since)))
                .toList();
        this.note = Sql.of("""
                INSERT INTO ff_event_horizon (stream, pruned_until_ms)
                SELECT s_stream, %1$s FROM {ROWS s(s_stream text)} WHERE 1 = 1 ORDER BY s_stream
                ON CONFLICT (stream) DO UPDATE SET pruned_until_ms = excluded.pruned_until_ms
                 WHERE ff_event_horizon.pruned_until_ms < excluded.pruned_until_ms""".formatted(since));
    }

    @Override
    public Sql lag() {
        return lag;
    }

    /** One of the streams at a time, until it has nothing old. The horizon goes first, so that nodes wait for each other there. */
    @Override
    public Mono<Batch> batch(Session session, int size) {
        return session.update(note, Binds.rows("s", Rows.of(TABLES, Rows::row)))
                .thenMany(Flux.fromIterable(prune))
                .concatMap(sql -> session.update(sql, Binds.of("batch", size)))
                .takeUntil(gone -> gone >= size)
                .reduce(Batch.NONE, (sum, gone) -> sum.plus(new Batch(gone, gone)));
    }
}
