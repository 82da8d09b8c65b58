package io.fluxfabric.engine.chaos.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fluxfabric.engine.chaos.fault.SkewedTimer;
import io.fluxfabric.engine.r2dbc.sql.connect.DatabaseUrl;
import io.fluxfabric.engine.testdb.SqliteFiles;
import io.r2dbc.spi.Connection;
import io.r2dbc.spi.Result;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

class RestrainedConnectionsTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @Test
    @DisplayName("connections in use and those to come may not write until they are freed; closed ones are left alone")
    void restrained() {
        try (SqliteFiles files = SqliteFiles.create()) {
            RestrainedConnections connections =
                    new RestrainedConnections(DatabaseUrl.open(SqliteFiles.url(files.freshFile())));
            Connection closed = open(connections);
            Mono.from(closed.close()).block(PATIENCE);
            Connection old = open(connections);
            run(old, "CREATE TABLE kept (number INTEGER)");

            connections.restrain("PRAGMA query_only = ON").block(PATIENCE);
            Connection young = open(connections);
            assertThatThrownBy(() -> run(old, "INSERT INTO kept VALUES (1)")).hasMessageContaining("readonly");
            assertThatThrownBy(() -> run(young, "INSERT INTO kept VALUES (2)")).hasMessageContaining("readonly");

            connections.restrain("PRAGMA query_only = OFF").block(PATIENCE);
            run(old, "INSERT INTO kept VALUES (3)");
            run(young, "INSERT INTO kept VALUES (4)");
            Flux.just(old, young).concatMap(Connection::close).blockLast(PATIENCE);
        }
    }

    @Test
    @DisplayName("a skewed timer is wrong about the time by just its skew")
    void skewed() {
        long before = Schedulers.parallel().now(TimeUnit.MILLISECONDS);
        long told = new SkewedTimer(Duration.ofMinutes(-10)).now(TimeUnit.MILLISECONDS);
        long after = Schedulers.parallel().now(TimeUnit.MILLISECONDS);
        assertThat(told + Duration.ofMinutes(10).toMillis()).isBetween(before, after);
    }

    private static Connection open(RestrainedConnections connections) {
        return Objects.requireNonNull(connections.create().block(PATIENCE));
    }

    private static void run(Connection connection, String sql) {
        Flux.from(connection.createStatement(sql).execute())
                .concatMap(Result::getRowsUpdated)
                .blockLast(PATIENCE);
    }
}
