package io.fluxfabric.engine.r2dbc.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.testdb.SqliteFiles;
import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ConnectionFactories;
import io.r2dbc.spi.ConnectionFactory;
import io.r2dbc.spi.R2dbcException;
import io.r2dbc.spi.R2dbcTransientResourceException;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

class SqliteTxTest extends TxCancellationContract {

    private static final SqliteFiles FILES = SqliteFiles.create();
    private static final String URL = FILES.freshUrl();

    @AfterAll
    static void deleteFiles() {
        FILES.close();
    }

    @Override
    ConnectionFactory open() {
        return ConnectionFactories.get(URL + "?busyTimeout=PT0.02S");
    }

    @Override
    Dialect dialect() {
        return new SqliteDialect();
    }

    /** SQLITE_BUSY_SNAPSHOT: only the low byte says that it is BUSY. */
    @Override
    R2dbcException contention() {
        return new R2dbcTransientResourceException("database is locked", "HY000", 517);
    }

    @Test
    @DisplayName("a write lock held by another connection is waited out by running again")
    void realBusy() {
        // Patient, because how soon the rival gets to release its lock is up to the machine.
        Tx patient = new Tx(
                pool,
                new Renderer(dialect(), EngineClock.database()),
                owner,
                new ContentionRetry(200, Duration.ofMillis(1), Duration.ofMillis(5), 0.5));
        Mono.usingWhen(
                        Mono.from(open().create()),
                        rival -> Mono.from(rival.beginTransaction(dialect().write()))
                                .then(Mono.defer(() -> releaseAtTheFirstRetry(patient, rival))),
                        Connection::close)
                .block(PATIENCE);

        assertThat(patient.retries()).isPositive();
        assertThat(count()).isEqualTo(1);
    }

    private Mono<Long> releaseAtTheFirstRetry(Tx patient, Connection rival) {
        Mono<Void> release = Mono.fromSupplier(patient::retries)
                .repeat()
                .filter(retries -> retries > 0)
                .next()
                .then(Mono.defer(() -> Mono.from(rival.rollbackTransaction())));
        return Mono.zip(
                        patient.write("test.busy", session -> insert(session, 1)),
                        release.thenReturn(true).subscribeOn(Schedulers.boundedElastic()))
                .map(both -> both.getT1());
    }
}
