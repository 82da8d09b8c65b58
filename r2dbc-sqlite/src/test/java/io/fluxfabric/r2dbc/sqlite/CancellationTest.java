package io.fluxfabric.r2dbc.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import io.r2dbc.spi.Connection;
import io.r2dbc.spi.R2dbcTimeoutException;
import io.r2dbc.spi.Result;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.reactivestreams.Publisher;
import org.sqlite.core.NativeDB;
import reactor.core.Disposable;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

final class CancellationTest extends TempDatabase {

    @BeforeEach
    void createTable() {
        Sql.with(factory(), connection -> Sql.run(connection, "CREATE TABLE t (a)"))
                .blockLast(PATIENCE);
    }

    @Test
    void aCancelledQueryIsInterruptedAndTheConnectionStaysUsable() {
        SqliteConnection connection = open();

        Disposable query = Sql.query(connection, Long.class, Sql.ENDLESS).subscribe();
        Inside.awaitCall(NativeDB.class, "step");
        query.dispose();

        expectUsable(connection);
    }

    @Test
    void takingTheFirstRowsOfAnEndlessResultEndsIt() {
        SqliteConnection connection = open();

        Sql.numbers(connection, Long.MAX_VALUE)
                .take(3)
                .as(StepVerifier::create)
                .expectNext(1L, 2L, 3L)
                .verifyComplete();

        expectUsable(connection);
    }

    @Test
    void cancellingOneResultLeavesTheOtherAlone() {
        SqliteConnection connection = open();
        Flux<Long> kept = Sql.numbers(connection, 100_000);

        StepVerifier.create(kept, 10)
                .expectNextCount(10)
                .then(() -> Sql.numbers(connection, Long.MAX_VALUE).take(5).blockLast(PATIENCE))
                .thenRequest(Long.MAX_VALUE)
                .expectNextCount(99_990)
                .expectComplete()
                .verify(PATIENCE);
    }

    @Test
    void aBeginThatNobodyWaitsForGivesUpItsWaitAndItsLock() {
        Connection holder = open();
        SqliteConnection waiting = open(SqliteConnectionFactory.from(
                configuration().busyTimeout(Duration.ofDays(1)).build()));
        Mono.from(holder.beginTransaction(SqliteTransactionDefinition.IMMEDIATE))
                .block(PATIENCE);

        Disposable begin =
                waiting.beginTransaction(SqliteTransactionDefinition.IMMEDIATE).subscribe();
        Inside.awaitCall(BusyWait.class, "callback");
        begin.dispose();

        // Had the wait gone on for its day, this would never be answered.
        expectUsable(waiting);
        assertThat(waiting.isAutoCommit()).isTrue();
        Mono.from(holder.commitTransaction()).block(PATIENCE);
        expectNoLock();
    }

    @Test
    void aWriteThatWaitsForALockIsGivenUp() {
        Connection holder = open();
        SqliteConnection waiting = open(SqliteConnectionFactory.from(
                configuration().busyTimeout(Duration.ofDays(1)).build()));
        Mono.from(holder.beginTransaction(SqliteTransactionDefinition.IMMEDIATE))
                .block(PATIENCE);

        Disposable write = Sql.run(waiting, "INSERT INTO t VALUES (1)").subscribe();
        Inside.awaitCall(BusyWait.class, "callback");
        write.dispose();

        expectUsable(waiting);
        Mono.from(holder.commitTransaction()).block(PATIENCE);
        expectNoLock();
    }

    @Test
    void aWriteInATransactionIsNotInterrupted() {
        SqliteConnection connection = open();
        Mono.from(connection.beginTransaction()).block(PATIENCE);
        Sql.run(connection, "INSERT INTO t VALUES (1)").block(PATIENCE);

        Disposable write = Sql.run(
                        connection,
                        "INSERT INTO t WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < ?)"
                                + " SELECT x FROM c",
                        3_000_000)
                .subscribe();
        Inside.awaitCall(NativeDB.class, "step");
        write.dispose();

        // An interrupt would have rolled the first insert back too.
        assertThat(Sql.await(Sql.query(connection, Long.class, "SELECT min(a) FROM t")
                        .single()))
                .isOne();
        assertThat(connection.isAutoCommit()).isFalse();
    }

    @Test
    void aStatementThatTakesTooLongTimesOut() {
        SqliteConnection connection = open();
        connection.setStatementTimeout(Duration.ofMillis(50)).block(PATIENCE);

        Sql.query(connection, Long.class, Sql.ENDLESS)
                .as(StepVerifier::create)
                .expectError(R2dbcTimeoutException.class)
                .verify(PATIENCE);

        connection.setStatementTimeout(Duration.ZERO).block(PATIENCE);
        expectUsable(connection);
    }

    @Test
    void aCancelledOpeningLeavesNoConnectionBehind() {
        SqliteConnectionFactory factory = factory();
        for (int attempt = 0; attempt < 50; attempt++) {
            CloseWhatCame subscriber = new CloseWhatCame();
            factory.create().subscribe(subscriber);
            subscriber.cancel();
        }

        Waiting.until(() -> Inside.threads().isEmpty());
    }

    /** Wherever the cancellation falls, what was asked for next is answered, and nothing is left open. */
    @Test
    @Timeout(120)
    void aThousandCancellationsAtRandomPointsLeaveNothingBehind() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        SqliteConnection connection = open();
        for (int attempt = 0; attempt < 1_000; attempt++) {
            cancelSomewhere(work(connection, random).get(), random);
            assertThat(Sql.await(Sql.query(connection, Long.class, "SELECT ?", attempt)
                            .single()))
                    .as("attempt %d, seed %d", attempt, seed)
                    .isEqualTo(attempt);
            Mono.from(connection.rollbackTransaction()).block(PATIENCE);
        }

        expectUsable(connection);
        expectNoLock();
    }

    private static Supplier<Publisher<?>> work(Connection connection, Random random) {
        int rows = 1 + random.nextInt(5_000);
        return switch (random.nextInt(6)) {
            case 0 -> () -> Sql.query(connection, Long.class, Sql.ENDLESS);
            case 1 -> () -> Sql.numbers(connection, rows);
            case 2 -> () -> Sql.numbers(connection, Long.MAX_VALUE).concatMap(Mono::just);
            case 3 -> () -> Sql.run(connection, "INSERT INTO t VALUES (?) RETURNING a", rows);
            case 4 ->
                () -> Mono.from(connection.beginTransaction(SqliteTransactionDefinition.IMMEDIATE))
                        .then(Sql.run(connection, "DELETE FROM t"))
                        .then(Mono.from(connection.commitTransaction()));
            default ->
                () -> Flux.from(connection
                                .createStatement("SELECT 1; INSERT INTO t VALUES (1); SELECT count(*) FROM t")
                                .execute())
                        .concatMap(Result::getRowsUpdated);
        };
    }

    private static void cancelSomewhere(Publisher<?> work, Random random) {
        CountDownLatch reached = new CountDownLatch(1);
        int signals = random.nextInt(40);
        long spins = random.nextInt(20_000);
        Disposable subscription = Flux.from(work)
                .index()
                .doOnNext(signal -> {
                    if (signal.getT1() >= signals) {
                        reached.countDown();
                    }
                })
                .subscribe();
        for (long spin = 0; spin < spins && reached.getCount() > 0; spin++) {
            Thread.onSpinWait();
        }
        subscription.dispose();
    }

    private static void expectUsable(SqliteConnection connection) {
        assertThat(Sql.await(Sql.query(connection, Long.class, "SELECT 1").single()))
                .isOne();
        assertThat(Inside.openStatements(connection)).isZero();
    }

    private void expectNoLock() {
        Connection other = open(SqliteConnectionFactory.from(
                configuration().busyTimeout(Duration.ZERO).build()));
        Mono.from(other.beginTransaction(SqliteTransactionDefinition.IMMEDIATE)).block(PATIENCE);
        Mono.from(other.rollbackTransaction()).block(PATIENCE);
    }

    /** For the connections that arrive before the cancellation does. */
    private static final class CloseWhatCame extends BaseSubscriber<Connection> {
        @Override
        protected void hookOnNext(Connection connection) {
            ((SqliteConnection) connection).closeSoon();
        }
    }
}
