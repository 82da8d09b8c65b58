package io.fluxfabric.r2dbc.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.fluxfabric.r2dbc.sqlite.SqliteConnectionConfiguration.JournalMode;
import io.r2dbc.spi.Connection;
import io.r2dbc.spi.IsolationLevel;
import io.r2dbc.spi.Option;
import io.r2dbc.spi.R2dbcException;
import io.r2dbc.spi.R2dbcTimeoutException;
import io.r2dbc.spi.R2dbcTransientResourceException;
import io.r2dbc.spi.TransactionDefinition;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

final class TransactionTest extends TempDatabase {
    private static final int BUSY = 5;
    private static final int BUSY_SNAPSHOT = 517;
    private static final int READONLY = 8;

    @BeforeEach
    void createTable() {
        Sql.with(factory(), connection -> Sql.run(connection, "CREATE TABLE t (a)"))
                .blockLast(PATIENCE);
    }

    @Test
    void anImmediateTransactionKeepsOtherWritersOut() {
        Connection holder = open();
        Connection other = impatient();

        await(holder.beginTransaction(SqliteTransactionDefinition.IMMEDIATE));

        expectCode(other.beginTransaction(SqliteTransactionDefinition.IMMEDIATE), BUSY);
        expectCode(Sql.run(other, "INSERT INTO t VALUES (1)"), BUSY);
        await(holder.rollbackTransaction());
        await(other.beginTransaction(SqliteTransactionDefinition.IMMEDIATE));
    }

    @ParameterizedTest
    @ValueSource(strings = {"IMMEDIATE", "exclusive"})
    void anyDefinitionMayCarryTheMode(String mode) {
        Connection holder = open();

        await(holder.beginTransaction(definition(Map.of(SqliteTransactionDefinition.MODE, mode))));

        expectCode(impatient().beginTransaction(SqliteTransactionDefinition.IMMEDIATE), BUSY);
    }

    @Test
    void aPlainTransactionTakesNoLockUntilItNeedsOne() {
        Connection holder = open();

        await(holder.beginTransaction());

        await(Sql.run(impatient(), "INSERT INTO t VALUES (1)"));
        assertThat(holder.isAutoCommit()).isFalse();
    }

    @Test
    void anUnknownModeOrIsolationLevelIsRefused() {
        Connection connection = open();

        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> connection.beginTransaction(definition(Map.of(SqliteTransactionDefinition.MODE, "x"))));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> connection.beginTransaction(
                        SqliteTransactionDefinition.DEFERRED.isolationLevel(IsolationLevel.valueOf("CHAOS"))));
    }

    @Test
    void aReadOnlyTransactionRefusesChangesUntilItEnds() {
        Connection connection = open();

        await(connection.beginTransaction(SqliteTransactionDefinition.DEFERRED.readOnly()));
        expectCode(Sql.run(connection, "INSERT INTO t VALUES (1)"), READONLY);
        await(connection.commitTransaction());

        await(Sql.run(connection, "INSERT INTO t VALUES (1)"));
    }

    @Test
    void aReadOnlyConnectionStaysReadOnlyAfterAReadOnlyTransaction() {
        Connection connection =
                open(SqliteConnectionFactory.from(configuration().readOnly(true).build()));

        await(connection.beginTransaction(SqliteTransactionDefinition.DEFERRED.readOnly()));
        await(connection.commitTransaction());

        expectCode(Sql.run(connection, "INSERT INTO t VALUES (1)"), READONLY);
    }

    @Test
    void theLockWaitOfADefinitionEndsWithItsTransaction() {
        Connection holder = open();
        Connection other = open(SqliteConnectionFactory.from(
                configuration().busyTimeout(Duration.ofDays(1)).build()));
        await(holder.beginTransaction(SqliteTransactionDefinition.IMMEDIATE));

        expectCode(
                other.beginTransaction(SqliteTransactionDefinition.IMMEDIATE.lockWaitTimeout(Duration.ofMillis(1))),
                BUSY);

        // With the wait of a day restored, the next attempt is still waiting when the lock is let go.
        Mono<Long> waits = Sql.run(other, "INSERT INTO t VALUES (1)");
        StepVerifier.create(
                        Mono.zip(waits, Mono.from(holder.commitTransaction()).thenReturn(true)))
                .expectNextCount(1)
                .expectComplete()
                .verify(PATIENCE);
    }

    @Test
    void contentionIsReportedAfterTheConfiguredWaitAndNotBefore() {
        Connection holder = open();
        Connection other = open();
        Duration wait = Duration.ofMillis(300);
        await(other.setLockWaitTimeout(wait));
        await(holder.beginTransaction(SqliteTransactionDefinition.IMMEDIATE));
        long start = System.nanoTime();

        expectCode(other.beginTransaction(SqliteTransactionDefinition.IMMEDIATE), BUSY);

        assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(wait);
    }

    @Test
    void aRefusedCommitLeavesTheTransactionOpenAndSaysSo() {
        SqliteConnectionFactory factory = SqliteConnectionFactory.from(configuration()
                .journalMode(JournalMode.DELETE)
                .busyTimeout(Duration.ZERO)
                .build());
        Connection writer = open(factory);
        Connection reader = open(factory);
        await(reader.beginTransaction());
        await(Sql.query(reader, Long.class, "SELECT count(*) FROM t").single());
        await(writer.beginTransaction(SqliteTransactionDefinition.IMMEDIATE));
        await(Sql.run(writer, "INSERT INTO t VALUES (1)"));

        expectCode(writer.commitTransaction(), BUSY);
        assertThat(writer.isAutoCommit()).isFalse();

        await(writer.rollbackTransaction());
        assertThat(writer.isAutoCommit()).isTrue();
        await(reader.commitTransaction());
        assertThat(count(writer)).isZero();
    }

    @Test
    void aReaderThatBecomesAWriterTooLateIsTold() {
        Connection late = open();
        await(late.beginTransaction());
        await(Sql.query(late, Long.class, "SELECT count(*) FROM t").single());
        await(Sql.run(open(), "INSERT INTO t VALUES (1)"));

        expectCode(Sql.run(late, "INSERT INTO t VALUES (2)"), BUSY_SNAPSHOT);

        assertThat(late.isAutoCommit()).isFalse();
        await(late.rollbackTransaction());
        await(Sql.run(late, "INSERT INTO t VALUES (2)"));
    }

    @Test
    void aTransactionThatSqliteRolledBackIsNotOpenAnyLonger() {
        Connection connection = open();
        await(connection.beginTransaction());
        await(Sql.run(connection, "INSERT INTO t VALUES (1)"));
        await(connection.setStatementTimeout(Duration.ofMillis(50)));

        Mono.from(Sql.run(connection, "INSERT INTO t " + Sql.ENDLESS))
                .as(StepVerifier::create)
                .expectError(R2dbcTimeoutException.class)
                .verify(PATIENCE);

        await(connection.setStatementTimeout(Duration.ZERO));
        assertThat(connection.isAutoCommit()).isTrue();
        assertThat(count(connection)).isZero();
    }

    @Test
    void savepointsNestAndRollBack() {
        Connection connection = open();

        await(connection.createSavepoint("outer \"one\""));
        await(Sql.run(connection, "INSERT INTO t VALUES (1)"));
        await(connection.createSavepoint("inner"));
        await(Sql.run(connection, "INSERT INTO t VALUES (2)"));
        await(connection.rollbackTransactionToSavepoint("inner"));
        await(connection.releaseSavepoint("outer \"one\""));
        assertThat(connection.isAutoCommit()).isFalse();
        await(connection.commitTransaction());

        assertThat(count(open())).isOne();
    }

    @Test
    void withoutAutoCommitStatementsOpenATransaction() {
        Connection connection = open();
        await(connection.setAutoCommit(false));

        await(Sql.run(connection, "INSERT INTO t VALUES (1)"));
        assertThat(count(open())).isZero();
        await(connection.rollbackTransaction());
        await(Sql.run(connection, "INSERT INTO t VALUES (2)"));
        await(connection.setAutoCommit(true));

        assertThat(count(open())).isOne();
        assertThat(connection.isAutoCommit()).isTrue();
    }

    @Test
    void aTransactionBegunBySqlIsNoticed() {
        Connection connection = open();

        await(Sql.run(connection, "BEGIN"));
        assertThat(connection.isAutoCommit()).isFalse();
        await(Sql.run(connection, "INSERT INTO t VALUES (1)"));
        await(connection.rollbackTransaction());

        assertThat(connection.isAutoCommit()).isTrue();
        assertThat(count(connection)).isZero();
    }

    @Test
    void aSecondBeginIsAnErrorAndLeavesTheFirstAlone() {
        Connection connection = open();
        await(connection.beginTransaction());

        expectCode(connection.beginTransaction(SqliteTransactionDefinition.DEFERRED.readOnly()), 1);

        await(Sql.run(connection, "INSERT INTO t VALUES (1)"));
        await(connection.commitTransaction());
        assertThat(count(connection)).isOne();
    }

    @Test
    void endingWhatWasNotBegunIsNothing() {
        Connection connection = open();

        await(connection.commitTransaction());
        await(connection.rollbackTransaction());
    }

    @Test
    void readersSeeTheLastCommitWhileAWriterWrites() {
        Connection writer = open();
        Connection reader = impatient();
        await(writer.beginTransaction(SqliteTransactionDefinition.IMMEDIATE));
        await(Sql.run(writer, "INSERT INTO t VALUES (1)"));

        assertThat(count(reader)).isZero();
        await(writer.commitTransaction());
        assertThat(count(reader)).isOne();
    }

    private Connection impatient() {
        return open(SqliteConnectionFactory.from(
                configuration().busyTimeout(Duration.ZERO).build()));
    }

    private static void await(Publisher<?> done) {
        Mono.from(done).then().block(PATIENCE);
    }

    private static void expectCode(Publisher<?> refused, int code) {
        StepVerifier.create(Mono.from(refused))
                .expectErrorSatisfies(error -> {
                    assertThat(error).isInstanceOf(R2dbcException.class);
                    assertThat(((R2dbcException) error).getErrorCode()).isEqualTo(code);
                    if ((code & 0xFF) == BUSY) {
                        assertThat(error).isInstanceOf(R2dbcTransientResourceException.class);
                    }
                })
                .verify(PATIENCE);
    }

    private static long count(Connection connection) {
        return Sql.await(
                Sql.query(connection, Long.class, "SELECT count(*) FROM t").single());
    }

    private static TransactionDefinition definition(Map<Option<?>, Object> attributes) {
        return new TransactionDefinition() {
            @Override
            public <T> @Nullable T getAttribute(Option<T> option) {
                return option.cast(attributes.get(option));
            }
        };
    }
}
