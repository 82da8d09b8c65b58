package io.fluxfabric.engine.examples.transactional;

import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ConnectionFactory;
import io.r2dbc.spi.Result;
import java.util.List;
import java.util.function.Function;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The application's side: two tables of its own, and transactions as R2DBC has them. */
record Shop(ConnectionFactory connections) {

    Mono<Void> open() {
        return inTransaction(tx -> run(tx, "CREATE TABLE shop_order (id text PRIMARY KEY)")
                .then(run(tx, "CREATE TABLE shop_shipment (id text PRIMARY KEY)")));
    }

    Mono<Void> insertOrder(Connection tx, String id) {
        return insert(tx, "INSERT INTO shop_order (id) VALUES ($1)", id);
    }

    Mono<Void> insertShipment(Connection tx, String id) {
        return insert(tx, "INSERT INTO shop_shipment (id) VALUES ($1)", id);
    }

    Mono<List<String>> orders() {
        return inTransaction(tx -> ids(tx, "SELECT id FROM shop_order ORDER BY id"));
    }

    Mono<List<String>> shipments() {
        return inTransaction(tx -> ids(tx, "SELECT id FROM shop_shipment ORDER BY id"));
    }

    /** Commits when the work completes, and rolls back when it errors or is cancelled. */
    <T> Mono<T> inTransaction(Function<Connection, Mono<T>> work) {
        return Mono.usingWhen(
                connections.create(),
                connection -> Mono.usingWhen(
                        Mono.from(connection.beginTransaction()).thenReturn(connection),
                        work,
                        Connection::commitTransaction,
                        (begun, error) -> begun.rollbackTransaction(),
                        Connection::rollbackTransaction),
                Connection::close);
    }

    private static Mono<Void> insert(Connection tx, String sql, String id) {
        return Flux.from(tx.createStatement(sql).bind(0, id).execute())
                .concatMap(Result::getRowsUpdated)
                .then();
    }

    private static Mono<Void> run(Connection tx, String sql) {
        return Flux.from(tx.createStatement(sql).execute())
                .concatMap(Result::getRowsUpdated)
                .then();
    }

    private static Mono<List<String>> ids(Connection tx, String sql) {
        return Flux.from(tx.createStatement(sql).execute())
                .concatMap(result -> result.map(row -> String.valueOf(row.get("id"))))
                .collectList();
    }
}
