package io.fluxfabric.r2dbc.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import io.r2dbc.spi.Connection;
import io.r2dbc.spi.R2dbcException;
import io.r2dbc.spi.R2dbcNonTransientResourceException;
import io.r2dbc.spi.ValidationDepth;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.sqlite.core.NativeDB;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

final class ClosingTest extends TempDatabase {

    @Test
    void closingEndsTheThreadAndIsIdempotent() {
        SqliteConnection connection = open();
        assertThat(Inside.threads()).hasSize(1);

        Flux.merge(connection.close(), connection.close())
                .then(connection.close())
                .block(PATIENCE);

        Waiting.until(() -> Inside.threads().isEmpty());
        assertThat(Sql.await(connection.validate(ValidationDepth.LOCAL))).isFalse();
        assertThat(Sql.await(connection.validate(ValidationDepth.REMOTE))).isFalse();
    }

    @Test
    void whatIsAskedOfAClosedConnectionFails() {
        SqliteConnection connection = open();
        connection.close().block(PATIENCE);

        Sql.query(connection, Long.class, "SELECT 1")
                .as(StepVerifier::create)
                .verifyErrorSatisfies(error -> assertThat(error)
                        .isInstanceOf(R2dbcNonTransientResourceException.class)
                        .hasMessageContaining("closed"));
        Sql.run(connection, "CREATE TABLE t (a)")
                .as(StepVerifier::create)
                .verifyError(R2dbcNonTransientResourceException.class);
        connection.beginTransaction().as(StepVerifier::create).verifyError(R2dbcNonTransientResourceException.class);
    }

    @Test
    void aResultThatIsBeingReadHearsOfTheEnd() {
        SqliteConnection connection = open();

        StepVerifier.create(Sql.numbers(connection, 1_000), 2)
                .expectNext(1L, 2L)
                .then(() -> connection.close().block(PATIENCE))
                .expectError(R2dbcNonTransientResourceException.class)
                .verify(PATIENCE);
    }

    @Test
    void aRunningQueryDoesNotHoldUpClosing() {
        SqliteConnection connection = open();

        StepVerifier.create(Sql.query(connection, Long.class, Sql.ENDLESS))
                .expectSubscription()
                .then(() -> Inside.awaitCall(NativeDB.class, "step"))
                .then(() -> connection.close().block(PATIENCE))
                .expectError()
                .verify(PATIENCE);
    }

    @Test
    void whoeverWaitsForALockIsToldOfTheEnd() {
        Connection holder = open();
        SqliteConnection waiting = open(SqliteConnectionFactory.from(
                configuration().busyTimeout(Duration.ofDays(1)).build()));
        Mono.from(holder.beginTransaction(SqliteTransactionDefinition.IMMEDIATE))
                .block(PATIENCE);

        StepVerifier.create(waiting.beginTransaction(SqliteTransactionDefinition.IMMEDIATE))
                .expectSubscription()
                .then(() -> Inside.awaitCall(BusyWait.class, "callback"))
                .then(() -> waiting.close().block(PATIENCE))
                .expectError(R2dbcException.class)
                .verify(PATIENCE);
    }

    @Test
    void closingRollsBack() {
        Connection connection = open();
        Sql.run(connection, "CREATE TABLE t (a)").block(PATIENCE);
        Mono.from(connection.beginTransaction()).block(PATIENCE);
        Sql.run(connection, "INSERT INTO t VALUES (1)").block(PATIENCE);
        Mono.from(connection.close()).block(PATIENCE);

        Sql.with(factory(), other -> Sql.query(other, Long.class, "SELECT count(*) FROM t"))
                .as(StepVerifier::create)
                .expectNext(0L)
                .verifyComplete();
    }

    @Test
    void compiledStatementsAreKeptWithinTheirBound() {
        SqliteConnection connection = open(SqliteConnectionFactory.from(
                configuration().statementCacheSize(3).build()));
        for (int number = 0; number < 10; number++) {
            Sql.query(connection, Long.class, "SELECT " + number).blockLast(PATIENCE);
        }

        assertThat(Inside.cachedStatements(connection)).isEqualTo(3);
    }
}
