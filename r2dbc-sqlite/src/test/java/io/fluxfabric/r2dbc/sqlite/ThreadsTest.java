package io.fluxfabric.r2dbc.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ValidationDepth;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Publisher;
import reactor.blockhound.BlockingOperationError;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;

/** The subscriber's thread is one that must not block; BlockHound watches it. */
final class ThreadsTest extends TempDatabase {

    @Test
    void blockHoundIsOnAndCatchesABlockingCall() {
        Mono.fromRunnable(() -> LockSupport.parkNanos(1_000_000))
                .subscribeOn(Schedulers.parallel())
                .as(StepVerifier::create)
                .verifyError(BlockingOperationError.class);
    }

    @Test
    void aCallToSqliteCountsAsBlocking() throws SQLException {
        try (java.sql.Connection connection = DriverManager.getConnection("jdbc:sqlite::memory:");
                PreparedStatement select = connection.prepareStatement("SELECT 1")) {
            Mono.fromCallable(select::execute)
                    .subscribeOn(Schedulers.parallel())
                    .as(StepVerifier::create)
                    .verifyError(BlockingOperationError.class);
        }
    }

    @Test
    void nothingTheDriverDoesBlocksTheSubscriber() {
        SqliteConnectionFactory factory = factory();
        Flux<Long> everything = Flux.usingWhen(
                onParallel(factory.create()),
                connection -> onParallel(Sql.run(connection, "CREATE TABLE t (a)"))
                        .then(onParallel(connection.beginTransaction(SqliteTransactionDefinition.IMMEDIATE)))
                        .then(onParallel(connection.createSavepoint("s")))
                        .then(onParallel(Sql.run(connection, "INSERT INTO t VALUES (?)", 1)))
                        .then(onParallel(connection.rollbackTransactionToSavepoint("s")))
                        .then(onParallel(connection.commitTransaction()))
                        .then(onParallel(connection.validate(ValidationDepth.REMOTE)))
                        .then(onParallel(connection.setAutoCommit(false)))
                        .then(onParallel(Sql.query(connection, Long.class, Sql.ENDLESS)
                                .takeUntilOther(Mono.delay(Duration.ofMillis(5)))
                                .then()))
                        .thenMany(Flux.from(Sql.numbers(connection, 1_000))
                                .limitRate(16)
                                .subscribeOn(Schedulers.parallel())),
                connection -> onParallel(connection.close()));

        everything.count().as(StepVerifier::create).expectNext(1_000L).verifyComplete();
    }

    @Test
    void rowsAreFetchedOnTheConnectionsThread() {
        Connection connection = open();

        Flux<String> threads = Flux.from(connection.createStatement("SELECT 1").execute())
                .flatMap(result -> result.map(row -> Thread.currentThread().getName()))
                .subscribeOn(Schedulers.parallel());

        threads.as(StepVerifier::create)
                .assertNext(name -> assertThat(name).startsWith("r2dbc-sqlite-"))
                .verifyComplete();
    }

    private static <T> Mono<T> onParallel(Publisher<T> work) {
        return Mono.from(work).subscribeOn(Schedulers.parallel());
    }
}
