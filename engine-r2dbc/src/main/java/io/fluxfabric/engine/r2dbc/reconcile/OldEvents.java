package io.fluxfabric.engine.r2dbc.reconcile;

import io.fluxfabric.engine.r2dbc.sql.Binds;
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
    }

    @Override
    public Sql lag() {
        return lag;
    }

    /** One of the streams at a time, until it has nothing old. */
    @Override
    public Mono<Batch> batch(Session session, int size) {
        return Flux.fromIterable(prune)
                .concatMap(sql -> session.update(sql, Binds.of("batch", size)))
                .takeUntil(gone -> gone >= size)
                .reduce(Batch.NONE, (sum, gone) -> sum.plus(new Batch(gone, gone)));
    }
}
