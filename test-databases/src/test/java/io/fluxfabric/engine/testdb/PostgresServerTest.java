package io.fluxfabric.engine.testdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class PostgresServerTest {

    @Test
    @DisplayName("the shared server is a PostgreSQL 18, the same one for every caller")
    void sharedServerAnswers() throws SQLException {
        try (TestDatabase database = PostgresServer.shared().freshDatabase()) {
            assertThat(text(database, "SHOW server_version")).startsWith("18.");
            assertThat(text(database, "SELECT current_database()")).isEqualTo(database.name());
        }
        assertThat(PostgresServer.shared()).isSameAs(PostgresServer.shared());
    }

    @Test
    @DisplayName("two fresh databases do not see each other's tables")
    void freshDatabasesAreIsolated() throws SQLException {
        try (TestDatabase one = PostgresServer.shared().freshDatabase();
                TestDatabase other = PostgresServer.shared().freshDatabase()) {
            execute(one, "CREATE TABLE only_here (id int)");

            assertThat(text(one, "SELECT to_regclass('only_here')")).isEqualTo("only_here");
            assertThat(text(other, "SELECT coalesce(to_regclass('only_here')::text, 'none')"))
                    .isEqualTo("none");
        }
    }

    @Test
    @DisplayName("a copy has the original's tables and rows and a life of its own")
    void copyIsIndependent() throws SQLException {
        try (TestDatabase original = PostgresServer.shared().freshDatabase()) {
            execute(original, "CREATE TABLE t AS SELECT 7 AS n");
            try (TestDatabase copy = PostgresServer.shared().copyOf(original)) {
                execute(copy, "UPDATE t SET n = n + 1");

                assertThat(text(copy, "SELECT n FROM t")).isEqualTo("8");
                assertThat(text(original, "SELECT n FROM t")).isEqualTo("7");
            }
        }
    }

    @Test
    @DisplayName("a dropped database is gone, even under an open connection, and dropping twice is fine")
    void dropWorks() throws SQLException {
        TestDatabase database = PostgresServer.shared().freshDatabase();
        try (Connection open = database.openJdbc()) {
            database.drop();
            database.drop();

            assertThat(open.isValid(1)).isFalse();
        }
        assertThatThrownBy(() -> text(database, "SELECT 1")).hasMessageContaining("does not exist");
    }

    @Test
    @DisplayName("a dedicated server is durable, takes settings, and survives stop and kill with its data")
    void dedicatedServerCanBeStoppedAndKilled() throws SQLException {
        try (PostgresServer server = PostgresServer.dedicated(Map.of("work_mem", "5MB"))) {
            TestDatabase database = server.freshDatabase();
            String url = database.jdbcUrl();
            assertThat(text(database, "SHOW fsync")).isEqualTo("on");
            assertThat(text(database, "SHOW synchronous_commit")).isEqualTo("on");
            assertThat(text(database, "SHOW work_mem")).isEqualTo("5MB");
            assertThat(text(database, "SHOW listen_addresses")).isEqualTo("127.0.0.1");
            execute(database, "CREATE TABLE t AS SELECT 1 AS n");

            server.stop();
            assertThatThrownBy(() -> text(database, "SELECT 1")).hasMessageContaining("refused");
            server.start();
            assertThat(text(database, "SELECT n FROM t")).isEqualTo("1");

            execute(database, "UPDATE t SET n = 2");
            server.kill();
            assertThatThrownBy(() -> text(database, "SELECT 1")).hasMessageContaining("refused");
            server.start();
            assertThat(text(database, "SELECT n FROM t")).isEqualTo("2");
            assertThat(database.jdbcUrl()).isEqualTo(url);
        }
    }

    @Test
    @DisplayName("after close no server process and no data directory is left")
    void closeLeavesNothing() {
        EmbeddedServer server = EmbeddedServer.start(Map.of());
        long pid = server.pid().orElseThrow();
        assertThat(ProcessHandle.of(pid)).get().matches(EmbeddedServer::isRunning);
        assertThat(server.home()).isDirectory();

        server.close();

        assertThat(ProcessHandle.of(pid).filter(EmbeddedServer::isRunning)).isEmpty();
        assertThat(server.home()).doesNotExist();
    }

    @Test
    @DisplayName("a setting that would not survive the shell is refused by name")
    void strangeSettingIsRefused() {
        assertThatThrownBy(() -> PostgresServer.dedicated(Map.of("work_mem", "5MB; rm")))
                .hasMessageContaining("work_mem=5MB; rm");
    }

    private static String text(TestDatabase database, String query) throws SQLException {
        try (Connection connection = database.openJdbc();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            rows.next();
            return rows.getString(1);
        }
    }

    private static void execute(TestDatabase database, String sql) throws SQLException {
        try (Connection connection = database.openJdbc();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
