package io.fluxfabric.engine.r2dbc.event;

import io.fluxfabric.engine.event.Cursor;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.limits.Limit;
import io.fluxfabric.engine.r2dbc.kit.Cursors;
import io.fluxfabric.engine.r2dbc.kit.Kit;
import io.fluxfabric.engine.r2dbc.kit.Pages;
import io.fluxfabric.engine.r2dbc.kit.Pages.Page;
import io.fluxfabric.engine.r2dbc.sql.Binds;
import io.fluxfabric.engine.r2dbc.sql.RowReader;
import io.fluxfabric.engine.r2dbc.sql.Sql;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.function.BiFunction;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * One stream of events, read in an order in which nothing comes late.
 *
 * <p>Ids alone do not give that order where several transactions write at once: one may take a lower id and commit later. So on
 * PostgreSQL events are ordered by their transaction first, and only those are read whose transaction is older than every one that
 * is still open. An open transaction therefore holds events back, and none is passed over. SQLite has one writer at a time, so
 * its ids are the order of the commits.
 *
 * @param name what cursors of this stream belong to
 * @param sql the statement, see {@link #reading}
 * @param mapper makes an event of a row and its cursor
 */
record EventStream<T>(String name, Sql sql, BiFunction<RowReader, Cursor, T> mapper) {

    private static final int PLACE_BYTES = 2 * Long.BYTES;

    /** The columns of a table of events about executions, from a place on. */
    static Sql reading(String table, String columns) {
        return readingOnly(table, "partition_key, execution_id, " + columns);
    }

    /** Only these columns of a table, and those that every event has, from a place on. */
    static Sql readingOnly(String table, String columns) {
        return Sql.of("""
                SELECT tx_id, event_id, reason, occurred_at_ms, %s
                  FROM %s
                 WHERE namespace = :namespace AND tx_id < {OLDEST_OPEN_TX} AND event_id > :floor
                   AND (tx_id, event_id) > (:tx, :event)
                 ORDER BY {EVENT_ORDER} LIMIT :rows""".formatted(columns, table));
    }

    static ExecutionId executionId(RowReader row) {
        return ExecutionId.of(row.integer("partition_key"), row.uuid("execution_id"));
    }

    Flux<T> read(Kit kit, Optional<Cursor> after) {
        Cursors cursors = Cursors.of(name + "\n" + kit.namespace().value());
        return Flux.defer(() -> {
            Place start = after.map(cursor -> Place.of(cursors.read(cursor.value(), PLACE_BYTES)))
                    .orElse(Place.FIRST);
            return Pages.from(start, place -> page(kit, cursors, place)).map(Placed::event);
        });
    }

    private Mono<Page<Placed<T>, Place>> page(Kit kit, Cursors cursors, Place after) {
        int size = Math.toIntExact(kit.limits().get(Limit.EVENTS_PAGE));
        Binds binds = kit.binds()
                .and("tx", after.tx())
                .and("event", after.event())
                .and("floor", after.floor())
                .and("rows", size + 1);
        return kit.tx()
                .read("event." + name, session -> session.list(sql, binds, row -> placed(cursors, row)))
                .map(rows -> Page.of(rows, size, Placed::place));
    }

    private Placed<T> placed(Cursors cursors, RowReader row) {
        Place place = new Place(row.number("tx_id"), row.number("event_id"));
        return new Placed<>(mapper.apply(row, new Cursor(cursors.write(place.toBytes()))), place);
    }

    private record Placed<T>(T event, Place place) {}

    /** Behind which event a page begins. */
    private record Place(long tx, long event) {

        static final Place FIRST = new Place(0, 0);

        static Place of(ByteBuffer bytes) {
            return new Place(bytes.getLong(), bytes.getLong());
        }

        /** Without transactions (PostgreSQL has no transaction 0) ids alone are the order, and find their place by the key. */
        long floor() {
            return tx == 0 ? event : 0;
        }

        byte[] toBytes() {
            return ByteBuffer.allocate(PLACE_BYTES).putLong(tx).putLong(event).array();
        }
    }
}
