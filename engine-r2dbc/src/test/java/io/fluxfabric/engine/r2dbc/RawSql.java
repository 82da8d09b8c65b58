package io.fluxfabric.engine.r2dbc;

import io.fluxfabric.engine.r2dbc.sql.connect.DatabaseUrl;
import io.r2dbc.spi.Connection;
import java.time.Duration;
import java.util.List;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** SQL past the engine, on a connection of its own, as a stranger would run it. */
public final class RawSql {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final String url;

    private RawSql(String url) {
        this.url = url;
    }

    public static RawSql on(String url) {
        return new RawSql(url);
    }

    /** Runs statements one after the other on one connection. */
    public void run(String... statements) {
        Mono.usingWhen(
                        DatabaseUrl.open(url).create(),
                        connection -> Flux.fromIterable(List.of(statements))
                                .concatMap(sql -> update(connection, sql))
                                .then(),
                        Connection::close)
                .block(PATIENCE);
    }

    /** The first column of each row. */
    public List<String> texts(String query) {
        List<String> texts = Mono.usingWhen(
                        DatabaseUrl.open(url).create(),
                        connection -> Flux.from(
                                        connection.createStatement(query).execute())
                                .concatMap(result -> result.map(row -> String.valueOf(row.get(0))))
                                .collectList(),
                        Connection::close)
                .block(PATIENCE);
        return texts == null ? List.of() : texts;
    }

    /** One statement on a connection that somebody else takes and gives back. */
    public static Mono<Void> update(Connection connection, String sql) {
        return Flux.from(connection.createStatement(sql).execute())
                .concatMap(result -> result.getRowsUpdated())
                .then();
    }
}
