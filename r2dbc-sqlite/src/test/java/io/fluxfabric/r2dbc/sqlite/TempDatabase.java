package io.fluxfabric.r2dbc.sqlite;

import io.r2dbc.spi.Connection;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Flux;

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

    @AfterEach
    void closeConnections() {
        Flux.fromIterable(connections).concatMap(Connection::close).then().block(PATIENCE);
    }
}
