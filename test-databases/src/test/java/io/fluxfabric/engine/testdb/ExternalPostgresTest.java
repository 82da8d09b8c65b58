package io.fluxfabric.engine.testdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The server named by {@value PostgresServer#URL_VARIABLE}. */
class ExternalPostgresTest {

    @Test
    @DisplayName("a server named by URL is used, its own databases stay, ours are dropped on close")
    void usesTheNamedServer() {
        try (PostgresServer real = PostgresServer.dedicated(Map.of())) {
            PostgresServer named = startWith(real.address().r2dbcUrl("postgres"));
            TestDatabase ours = named.freshDatabase();
            assertThat(ours.port()).isEqualTo(real.address().port());
            assertThat(named.pid()).isEmpty();

            named.close();

            assertThatThrownBy(ours::openJdbc).hasMessageContaining("does not exist");
            assertThat(real.pid()).isPresent();
        }
    }

    @Test
    @DisplayName("an unreachable server gives one sentence with the variable, the address and what to do")
    void unreachableServer() throws IOException {
        int closedPort = closedPort();
        assertThatThrownBy(() -> startWith("r2dbc:postgresql://me:secret@127.0.0.1:" + closedPort + "/app"))
                .isInstanceOf(PostgresUnavailableException.class)
                .hasMessageContaining("FLUXFABRIC_TEST_PG_URL names me@127.0.0.1:" + closedPort + "/app")
                .hasMessageContaining("unset FLUXFABRIC_TEST_PG_URL")
                .message()
                .doesNotContain("secret");
    }

    @Test
    @DisplayName("a URL of another kind is refused with the form we expect, and without repeating its password")
    void wrongUrl() {
        assertThatThrownBy(() -> startWith("mysql://me:secret@host/app"))
                .isInstanceOf(PostgresUnavailableException.class)
                .hasMessageContaining("FLUXFABRIC_TEST_PG_URL")
                .hasMessageContaining("r2dbc:postgresql://user:password@host:port/database")
                .message()
                .doesNotContain("secret");
    }

    @Test
    @DisplayName("the URL may carry the r2dbc or jdbc prefix or none, default port and escaped credentials")
    void urlForms() {
        ServerAddress expected = new ServerAddress("db", 5432, "me", "p@ss word", "app");
        assertThat(ServerAddress.parse("postgresql://me:p%40ss%20word@db/app")).isEqualTo(expected);
        assertThat(ServerAddress.parse("r2dbc:postgres://me:p%40ss%20word@db:5432/app"))
                .isEqualTo(expected);
        assertThat(ServerAddress.parse(expected.r2dbcUrl("app"))).isEqualTo(expected);
    }

    @Test
    @DisplayName("somebody else's server is never stopped by us")
    void cannotBeStopped() {
        PostgresSource source = new ExternalPostgres(new ServerAddress("db", 5432, "me", "", "app"));
        assertThatThrownBy(source::stop).hasMessageContaining("cannot stop me@db:5432/app");
    }

    private static PostgresServer startWith(String url) {
        return PostgresServer.start(Map.of(PostgresServer.URL_VARIABLE, url)::get);
    }

    private static int closedPort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
