package io.fluxfabric.r2dbc.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import io.r2dbc.spi.Connection;
import io.r2dbc.spi.R2dbcException;
import io.r2dbc.spi.R2dbcTransientResourceException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

/** A database in a temporary file, and connections to it that are closed after the test. */
abstract class TempDatabase {
    static final Duration PATIENCE = Duration.ofSeconds(30);

    @TempDir
    Path folder = Path.of("");

    private final List<Connection> connections = new ArrayList<>();

    Path file() {
        return folder.resolve("test.db");
    }

    SqliteConnectionConfiguration.Builder configuration() {
        return SqliteConnectionConfiguration.builder().file(file()).busyTimeout(Duration.ofSeconds(20));
    }

    SqliteConnectionFactory factory() {
        return SqliteConnectionFactory.from(configuration().build());
    }

    SqliteConnection open() {
        return open(factory());
    }

    SqliteConnection open(SqliteConnectionFactory factory) {
        Connection connection = Sql.await(factory.create());
        connections.add(connection);
        return (SqliteConnection) connection;
    }

    /** A connection that does not wait for locks. */
    Connection impatient() {
        return open(SqliteConnectionFactory.from(
                configuration().busyTimeout(Duration.ZERO).build()));
    }

    static void await(Publisher<?> done) {
        Mono.from(done).then().block(PATIENCE);
    }

    /** Expects a refusal with this result code, and one that may be retried if it is about locks. */
    static void expectCode(Publisher<?> refused, int code) {
        StepVerifier.create(Mono.from(refused))
                .expectErrorSatisfies(error -> {
                    assertThat(error).isInstanceOf(R2dbcException.class);
                    assertThat(((R2dbcException) error).getErrorCode()).isEqualTo(code);
                    if ((code & 0xFF) == 5) {
                        assertThat(error).isInstanceOf(R2dbcTransientResourceException.class);
                    }
                })
                .verify(PATIENCE);
    }

    /** The rows of table t. */
    static long count(Connection connection) {
        return Sql.await(
                Sql.query(connection, Long.class, "SELECT count(*) FROM t").single());
    }

    @AfterEach
    void closeConnections() {
        Flux.fromIterable(connections).concatMap(Connection::close).then().block(PATIENCE);
    }
}
