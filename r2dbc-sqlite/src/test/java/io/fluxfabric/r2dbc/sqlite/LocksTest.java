package io.fluxfabric.r2dbc.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import io.r2dbc.spi.Connection;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.test.StepVerifier;

/** Several connections to one file. */
final class LocksTest extends TempDatabase {
    private static final int BUSY = 5;
    private static final int BUSY_SNAPSHOT = 517;

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

    @Test
    void aPlainTransactionTakesNoLockUntilItNeedsOne() {
        Connection holder = open();

        await(holder.beginTransaction());

        await(Sql.run(impatient(), "INSERT INTO t VALUES (1)"));
        assertThat(holder.isAutoCommit()).isFalse();
    }

    @Test
    void theLockWaitOfADefinitionEndsWithItsTransaction() {
        Connection holder = open();
        Connection other = open(SqliteConnectionFactory.from(
                configuration().busyTimeout(Duration.ofDays(1)).build()));
        await(holder.beginTransaction(SqliteTransactionDefinition.IMMEDIATE));

        expectCode(other.beginTransaction(SqliteTransactionDefinition.IMMEDIATE.lockWaitTimeout(Duration.ZERO)), BUSY);

        // With the wait of a day restored, the next attempt is waiting when the lock is let go.
        StepVerifier.create(Sql.run(other, "INSERT INTO t VALUES (1)"))
                .expectSubscription()
                .then(() -> Inside.awaitCall(BusyWait.class, "callback"))
                .then(() -> await(holder.commitTransaction()))
                .expectNext(1L)
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
    void readersSeeTheLastCommitWhileAWriterWrites() {
        Connection writer = open();
        Connection reader = impatient();
        await(writer.beginTransaction(SqliteTransactionDefinition.IMMEDIATE));
        await(Sql.run(writer, "INSERT INTO t VALUES (1)"));

        assertThat(count(reader)).isZero();
        await(writer.commitTransaction());
        assertThat(count(reader)).isOne();
    }
}
