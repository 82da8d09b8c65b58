package io.fluxfabric.r2dbc.sqlite;

import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ConnectionFactory;
import io.r2dbc.spi.Result;
import io.r2dbc.spi.Statement;
import java.util.Objects;
import java.util.function.Function;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Short forms of what most tests do. */
final class Sql {
    /** A query that never ends by itself and never returns a row. */
    static final String ENDLESS =
            "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c";

    private Sql() {}

    /** Waits for a value that must come. */
    static <T> T await(Mono<T> mono) {
        return Objects.requireNonNull(mono.block(TempDatabase.PATIENCE), "no value came");
    }

    static <T> Flux<T> with(ConnectionFactory factory, Function<Connection, Publisher<T>> work) {
        return Flux.usingWhen(factory.create(), work, Connection::close);
    }

    static Mono<Long> run(Connection connection, String sql, Object... values) {
        return Flux.from(bound(connection, sql, values).execute())
                .concatMap(Result::getRowsUpdated)
                .reduce(0L, Long::sum);
    }

    static <T> Flux<T> query(Connection connection, Class<T> type, String sql, Object... values) {
        return Flux.from(bound(connection, sql, values).execute())
                .concatMap(result -> result.map(row -> row.get(0, type)));
    }

    static Flux<Long> numbers(Connection connection, long count) {
        return query(
                connection,
                Long.class,
                "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < ?) SELECT x FROM c",
                count);
    }

    private static Statement bound(Connection connection, String sql, Object... values) {
        Statement statement = connection.createStatement(sql);
        for (int index = 0; index < values.length; index++) {
            statement.bind(index, values[index]);
        }
        return statement;
    }
}
