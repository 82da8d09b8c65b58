package io.fluxfabric.r2dbc.sqlite;

import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.r2dbc.connection.R2dbcTransactionManager;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.r2dbc.core.binding.BindMarkersFactory;
import org.springframework.transaction.reactive.TransactionalOperator;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

/** Spring has no bind markers for SQLite built in; with the ones given here it works as with any other database. */
final class SpringTest extends TempDatabase {

    @Test
    void theDatabaseClientWritesAndReads() {
        DatabaseClient client = client();
        UUID id = UUID.randomUUID();
        client.sql("CREATE TABLE orders (id TEXT PRIMARY KEY, note TEXT)")
                .then()
                .block(PATIENCE);

        Mono<Long> inserted = client.sql("INSERT INTO orders (id, note) VALUES (:id, :note)")
                .bind("id", id)
                .bindNull("note", String.class)
                .fetch()
                .rowsUpdated();

        inserted.as(StepVerifier::create).expectNext(1L).verifyComplete();
        client.sql("SELECT id FROM orders WHERE id = :id AND note IS NULL")
                .bind("id", id)
                .map(row -> row.get("id", UUID.class))
                .one()
                .as(StepVerifier::create)
                .expectNext(id)
                .verifyComplete();
    }

    @Test
    void springTransactionsRollBackAndItsExceptionsFit() {
        SqliteConnectionFactory factory = factory();
        DatabaseClient client = client();
        TransactionalOperator transactional = TransactionalOperator.create(new R2dbcTransactionManager(factory));
        client.sql("CREATE TABLE t (a UNIQUE)").then().block(PATIENCE);
        Mono<Void> insert = client.sql("INSERT INTO t VALUES (1)").then();

        DatabaseClient inTransaction = client(factory);
        inTransaction
                .sql("INSERT INTO t VALUES (1)")
                .then()
                .then(inTransaction.sql("INSERT INTO t VALUES (1)").then())
                .as(transactional::transactional)
                .as(StepVerifier::create)
                .verifyError(DataIntegrityViolationException.class);

        insert.as(StepVerifier::create).verifyComplete();
    }

    private DatabaseClient client() {
        return client(factory());
    }

    private static DatabaseClient client(SqliteConnectionFactory factory) {
        return DatabaseClient.builder()
                .connectionFactory(factory)
                .bindMarkers(BindMarkersFactory.anonymous("?"))
                .build();
    }
}
