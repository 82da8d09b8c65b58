package io.fluxfabric.r2dbc.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import io.r2dbc.spi.Connection;
import io.r2dbc.spi.R2dbcException;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

final class SharedMemoryTest extends TempDatabase {
    private final String name = "shared " + UUID.randomUUID();
    private final SqliteConnectionFactory factory = SqliteConnectionFactory.from(SqliteConnectionConfiguration.builder()
            .sharedMemory(name)
            .busyTimeout(Duration.ofSeconds(20))
            .build());

    @AfterEach
    void closeFactory() {
        factory.close().block(PATIENCE);
    }

    @Test
    void aPrivateDatabaseIsSeenByItsConnectionOnly() {
        SqliteConnectionFactory alone = SqliteConnectionFactory.of("r2dbc:sqlite::memory:");
        Connection first = open(alone);
        Connection second = open(alone);
        Sql.run(first, "CREATE TABLE t (a)").block(PATIENCE);

        Sql.run(second, "SELECT * FROM t").as(StepVerifier::create).verifyError(R2dbcException.class);
    }

    @Test
    void aSharedDatabaseOutlivesItsConnectionsAndEndsWithItsFactory() {
        Sql.with(factory, connection -> Sql.run(connection, "CREATE TABLE t (a); INSERT INTO t VALUES (1)"))
                .blockLast(PATIENCE);

        assertThat(tables(factory)).isOne();
        factory.close().block(PATIENCE);
        assertThat(tables(factory)).isZero();
    }

    @Test
    void factoriesOfOneNameShareOneDatabase() {
        SqliteConnectionFactory other = SqliteConnectionFactory.from(
                SqliteConnectionConfiguration.builder().sharedMemory(name).build());
        Sql.with(factory, connection -> Sql.run(connection, "CREATE TABLE t (a)"))
                .blockLast(PATIENCE);

        assertThat(tables(other)).isOne();
        other.close().block(PATIENCE);
    }

    /** With a shared cache these would fail at once with "table is locked". */
    @Test
    void writersWaitForEachOther() {
        Sql.with(factory, connection -> Sql.run(connection, "CREATE TABLE t (a)"))
                .blockLast(PATIENCE);
        Flux<Long> writers = Flux.range(0, 4)
                .flatMap(writer -> Sql.with(
                        factory,
                        connection -> Flux.range(0, 50)
                                .concatMap(number -> Mono.from(
                                                connection.beginTransaction(SqliteTransactionDefinition.IMMEDIATE))
                                        .then(Sql.run(connection, "INSERT INTO t VALUES (?)", number))
                                        .flatMap(count -> Mono.from(connection.commitTransaction())
                                                .thenReturn(count)))));

        writers.reduce(0L, Long::sum).as(StepVerifier::create).expectNext(200L).verifyComplete();
    }

    private static long tables(SqliteConnectionFactory factory) {
        return Sql.await(
                Sql.with(factory, connection -> Sql.query(connection, Long.class, "SELECT count(*) FROM sqlite_schema"))
                        .single());
    }
}
