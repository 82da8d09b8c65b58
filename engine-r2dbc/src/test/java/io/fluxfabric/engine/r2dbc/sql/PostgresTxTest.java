package io.fluxfabric.engine.r2dbc.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.testdb.PostgresServer;
import io.fluxfabric.engine.testdb.TestDatabase;
import io.r2dbc.spi.ConnectionFactories;
import io.r2dbc.spi.ConnectionFactory;
import io.r2dbc.spi.R2dbcException;
import io.r2dbc.spi.R2dbcNonTransientResourceException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

class PostgresTxTest extends TxCancellationContract {

    private static final TestDatabase DATABASE = PostgresServer.shared().freshDatabase();
    private static final Sql SUM = Sql.of("SELECT coalesce(sum(id), 0) AS total FROM note WHERE id > :least");

    @AfterAll
    static void dropDatabase() {
        DATABASE.drop();
    }

    @Override
    ConnectionFactory open() {
        return ConnectionFactories.get(DATABASE.r2dbcUrl());
    }

    @Override
    Dialect dialect() {
        return new PostgresDialect();
    }

    /** Lock not available: the one the driver files under errors that do not pass. */
    @Override
    R2dbcException contention() {
        return new R2dbcNonTransientResourceException("could not obtain lock", "55P03", 0);
    }

    @Test
    @DisplayName("two real SERIALIZABLE transactions that cross are both done in the end")
    void realSerializationFailure() {
        OnePool two = new OnePool(factory, 2);
        Tx crossing = new Tx(two, new Renderer(dialect(), EngineClock.database()), owner, ContentionRetry.defaults());
        Sinks.Empty<Void> bothHaveRead = Sinks.empty();
        AtomicInteger readers = new AtomicInteger();

        Flux.range(1, 2)
                .flatMap(id -> crossing.serializable(
                        "test.cross",
                        session -> session.one(SUM, Binds.of("least", 0), row -> row.number("total"))
                                .flatMap(total -> {
                                    if (readers.incrementAndGet() == 2) {
                                        bothHaveRead.tryEmitEmpty();
                                    }
                                    return bothHaveRead
                                            .asMono()
                                            .then(insert(session, id + 10 * Math.toIntExact(total)));
                                })))
                .then(Mono.defer(two::close))
                .block(PATIENCE);

        assertThat(crossing.retries()).isPositive();
        assertThat(count()).isEqualTo(2);
    }
}
