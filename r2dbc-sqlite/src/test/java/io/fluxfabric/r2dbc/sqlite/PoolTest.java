package io.fluxfabric.r2dbc.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import io.r2dbc.pool.ConnectionPool;
import io.r2dbc.pool.ConnectionPoolConfiguration;
import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ConnectionFactories;
import io.r2dbc.spi.ConnectionFactory;
import io.r2dbc.spi.ValidationDepth;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

final class PoolTest extends TempDatabase {

    @Test
    void aPoolSharesFewConnectionsAmongManyWriters() {
        ConnectionPool pool = pool(3);
        Sql.with(pool, connection -> Sql.run(connection, "CREATE TABLE t (a)")).blockLast(PATIENCE);

        Flux.range(0, 100)
                .flatMap(number -> Sql.with(pool, connection -> insert(connection, number)), 20)
                .reduce(0L, Long::sum)
                .as(StepVerifier::create)
                .expectNext(100L)
                .verifyComplete();

        assertThat(pool.getMetrics()).hasValueSatisfying(metrics -> {
            assertThat(metrics.acquiredSize()).isZero();
            assertThat(metrics.allocatedSize()).isLessThanOrEqualTo(3);
        });
        pool.disposeLater().block(PATIENCE);
    }

    @Test
    void aConnectionCutOffInItsTransactionComesBackClean() {
        ConnectionPool pool = pool(1);
        Sql.with(pool, connection -> Sql.run(connection, "CREATE TABLE t (a)")).blockLast(PATIENCE);

        for (int attempt = 0; attempt < 50; attempt++) {
            Mono.from(pool.create())
                    .flatMapMany(connection -> Flux.from(connection.beginTransaction())
                            .thenMany(Sql.run(connection, "INSERT INTO t VALUES (1)"))
                            .thenMany(Sql.numbers(connection, Long.MAX_VALUE))
                            .take(5)
                            .concatWith(Mono.from(connection.close()).then(Mono.empty())))
                    .blockLast(PATIENCE);
        }

        Sql.with(pool, connection -> Sql.query(connection, Long.class, "SELECT count(*) FROM t"))
                .as(StepVerifier::create)
                .expectNext(0L)
                .expectComplete()
                .verify(PATIENCE);
        pool.disposeLater().block(PATIENCE);
    }

    @Test
    void aTransactionThePoolDoesNotKnowOfEndsWithTheRelease() {
        ConnectionPool pool = pool(1);
        Sql.with(pool, connection -> Sql.run(connection, "CREATE TABLE t (a); BEGIN; INSERT INTO t VALUES (1)"))
                .blockLast(PATIENCE);

        Sql.with(pool, connection -> Mono.just(connection.isAutoCommit()))
                .as(StepVerifier::create)
                .expectNext(true)
                .verifyComplete();
        pool.disposeLater().block(PATIENCE);
    }

    @Test
    void aPoolIsFoundByItsUrl() {
        ConnectionFactory pool = ConnectionFactories.get(
                "r2dbc:pool:sqlite:memory:///" + UUID.randomUUID() + "?maxSize=2&initialSize=1");

        Sql.with(pool, connection -> Sql.query(connection, Long.class, "SELECT 1"))
                .as(StepVerifier::create)
                .expectNext(1L)
                .verifyComplete();
        ((ConnectionPool) pool).disposeLater().block(PATIENCE);
    }

    private static Flux<Long> insert(Connection connection, int number) {
        return Flux.from(connection.beginTransaction(SqliteTransactionDefinition.IMMEDIATE))
                .thenMany(Sql.run(connection, "INSERT INTO t VALUES (?)", number))
                .concatMap(count -> Mono.from(connection.commitTransaction()).thenReturn(count));
    }

    private ConnectionPool pool(int size) {
        return new ConnectionPool(ConnectionPoolConfiguration.builder(factory())
                .initialSize(1)
                .maxSize(size)
                .maxAcquireTime(Duration.ofSeconds(20))
                .maxValidationTime(Duration.ofSeconds(20))
                .validationDepth(ValidationDepth.REMOTE)
                .build());
    }
}
