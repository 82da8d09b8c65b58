package io.fluxfabric.engine.examples.spring;

import io.fluxfabric.engine.execution.Submit;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.payload.Payload;
import io.fluxfabric.engine.r2dbc.R2dbcEngine;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.reactive.TransactionalOperator;
import reactor.core.publisher.Mono;

/** The application's own table. A row and the execution that ships it are stored together, or not at all. */
@Component
class Orders {

    private final DatabaseClient database;
    private final TransactionalOperator transactions;
    private final R2dbcEngine engine;

    Orders(DatabaseClient database, TransactionalOperator transactions, R2dbcEngine engine) {
        this.database = database;
        this.transactions = transactions;
        this.engine = engine;
        database.sql("CREATE TABLE IF NOT EXISTS shop_order (execution_id text PRIMARY KEY, article text NOT NULL)")
                .then()
                .block();
    }

    Mono<ExecutionId> place(Order order) {
        return submit(order).delayUntil(id -> insert(id, order)).as(transactions::transactional);
    }

    /** On the connection of Spring's transaction, so it commits with it. */
    private Mono<ExecutionId> submit(Order order) {
        Submit ship = Submit.of("ship").lane("orders").payload(Payload.json(order));
        return database.inConnection(connection ->
                engine.within(connection).executions().submit(ship).map(stored -> stored.executionId()));
    }

    private Mono<Void> insert(ExecutionId id, Order order) {
        return database.sql("INSERT INTO shop_order (execution_id, article) VALUES ($1, $2)")
                .bind(0, id.toString())
                .bind(1, order.article())
                .then();
    }
}
