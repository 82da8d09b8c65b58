package io.fluxfabric.engine.chaos.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fluxfabric.engine.testdb.PostgresServer;
import io.fluxfabric.engine.testdb.TestDatabase;
import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ConnectionFactories;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

class BackendsTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @Test
    @DisplayName("those of one application are terminated, and no others")
    void terminate() {
        try (TestDatabase database = PostgresServer.shared().freshDatabase()) {
            Connection victim = open(database.r2dbcUrl() + "?applicationName=victim");
            Connection other = open(database.r2dbcUrl() + "?applicationName=other");
            assertThat(Backends.of(database.r2dbcUrl()).terminate("victim").block(PATIENCE))
                    .isEqualTo(1);
            assertThatThrownBy(() -> ask(victim)).isNotNull();
            ask(other);
            Mono.from(other.close()).block(PATIENCE);
        }
    }

    @Test
    @DisplayName("a greedy client leaves no connection to others until it gives them back")
    void taken() {
        try (PostgresServer server = PostgresServer.dedicated(
                        Map.of("max_connections", "8", "superuser_reserved_connections", "0"));
                TestDatabase database = server.freshDatabase()) {
            TakenConnections greedy = TakenConnections.of(database.r2dbcUrl());
            assertThat(greedy.take(50).block(PATIENCE)).isBetween(1, 8);
            assertThatThrownBy(() -> open(database.r2dbcUrl())).hasMessageContaining("too many clients");
            greedy.giveBack().block(PATIENCE);
            // The server needs a moment to notice that a client is gone.
            Connection mine = Mono.<Connection>from(
                            ConnectionFactories.get(database.r2dbcUrl()).create())
                    .retryWhen(reactor.util.retry.Retry.fixedDelay(300, Duration.ofMillis(100)))
                    .blockOptional(PATIENCE)
                    .orElseThrow();
            Mono.from(mine.close()).block(PATIENCE);
        }
    }

    @Test
    @DisplayName("a locked table keeps others waiting until it is unlocked")
    void locked() {
        try (TestDatabase database = PostgresServer.shared().freshDatabase()) {
            Connection other = open(database.r2dbcUrl());
            run(other, "CREATE TABLE kept (number bigint)");
            run(other, "SET lock_timeout = '100ms'");
            LockedTable stranger = LockedTable.of(database.r2dbcUrl());
            stranger.lock("kept").block(PATIENCE);
            assertThatThrownBy(() -> run(other, "INSERT INTO kept VALUES (1)")).hasMessageContaining("lock timeout");
            stranger.unlock().block(PATIENCE);
            run(other, "SET lock_timeout = '30s'"); // The server needs a moment to notice that a client is gone.
            run(other, "INSERT INTO kept VALUES (1)");
            Mono.from(other.close()).block(PATIENCE);
        }
    }

    private static Connection open(String url) {
        return Mono.<Connection>from(ConnectionFactories.get(url).create())
                .blockOptional(PATIENCE)
                .orElseThrow();
    }

    private static void ask(Connection connection) {
        run(connection, "SELECT 1");
    }

    private static void run(Connection connection, String sql) {
        Mono.from(connection.createStatement(sql).execute())
                .flatMap(result -> Mono.from(result.getRowsUpdated()))
                .block(PATIENCE);
    }
}
