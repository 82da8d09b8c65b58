package io.fluxfabric.engine.r2dbc.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class SqlRenderingTest {

    private final Renderer postgres = new Renderer(new PostgresDialect(), EngineClock.database());
    private final Renderer sqlite = new Renderer(new SqliteDialect(), EngineClock.database());

    @Test
    @DisplayName("a name becomes a marker, and the same name the same marker")
    void names() {
        Sql sql = Sql.of("SELECT a FROM t WHERE x = :first AND y = :second AND z = :first");

        assertThat(postgres.render(sql).text()).isEqualTo("SELECT a FROM t WHERE x = $1 AND y = $2 AND z = $1");
        assertThat(sqlite.render(sql).text()).isEqualTo("SELECT a FROM t WHERE x = ?1 AND y = ?2 AND z = ?1");
        assertThat(postgres.render(sql).parameters())
                .containsExactly(new Parameter.Named("first"), new Parameter.Named("second"));
    }

    @Test
    @DisplayName("casts, literals and comments are no names")
    void noNames() {
        Sql sql = Sql.of("""
                SELECT a::text, ':not {NOT}', 'it''s :not' -- :not {NOT}
                  FROM t WHERE x = :yes""");

        assertThat(postgres.render(sql).parameters()).containsExactly(new Parameter.Named("yes"));
        assertThat(postgres.text(sql)).contains("a::text, ':not {NOT}', 'it''s :not' -- :not {NOT}");
    }

    @Test
    @DisplayName("fragments are filled by the dialect; row locks have no words on SQLite")
    void fragments() {
        Sql sql = Sql.of("SELECT a FROM t WHERE x = :x {SKIP_LOCKED}");

        assertThat(postgres.text(sql)).isEqualTo("SELECT a FROM t WHERE x = $1 FOR UPDATE SKIP LOCKED");
        assertThat(sqlite.text(sql)).isEqualTo("SELECT a FROM t WHERE x = ?1 ");
    }

    @Test
    @DisplayName("an unknown fragment is an error that names it")
    void unknownFragment() {
        assertThatThrownBy(() -> postgres.render(Sql.of("SELECT {NOPE} WHERE :x = 1")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("{NOPE}");
        assertThatThrownBy(() -> sqlite.render(Sql.of("SELECT {NOPE} WHERE :x = 1")))
                .hasMessageContaining("{NOPE}");
    }

    @Test
    @DisplayName("a statement that binds nothing is refused, even when a test clock would be bound")
    void everyStatementBinds() {
        Renderer withTestClock = new Renderer(new PostgresDialect(), EngineClock.bound(() -> 7L));

        assertThatThrownBy(() -> postgres.render(Sql.of("SELECT 1"))).hasMessageContaining("binds at least one value");
        assertThatThrownBy(() -> withTestClock.render(Sql.of("SELECT {NOW}")))
                .hasMessageContaining("binds at least one value");
        assertThat(postgres.text(Sql.script("CREATE TABLE t (a integer)"))).isEqualTo("CREATE TABLE t (a integer)");
    }

    @Test
    @DisplayName("the database's clock is read in the statement, a test's is bound in its place")
    void clocks() {
        Sql sql = Sql.of("UPDATE t SET at = {NOW} WHERE id = :id");
        Renderer withTestClock = new Renderer(new PostgresDialect(), EngineClock.bound(() -> 7L));

        assertThat(postgres.text(sql)).contains("statement_timestamp()");
        assertThat(sqlite.text(sql)).contains("unixepoch('subsec')");
        assertThat(withTestClock.render(sql))
                .isEqualTo(new RenderedSql(
                        "UPDATE t SET at = $1::bigint WHERE id = $2",
                        java.util.List.of(new Parameter.Now(), new Parameter.Named("id"))));
    }

    @Test
    @DisplayName("a row set is arrays on PostgreSQL and one JSON document on SQLite")
    void rows() {
        Sql sql = Sql.of("SELECT ord FROM {ROWS it(id uuid, epoch bigint, body bytes)} WHERE epoch > :least");

        assertThat(postgres.text(sql))
                .isEqualTo("SELECT ord FROM (SELECT id, epoch, decode(body, 'hex') AS body, ord"
                        + " FROM unnest($1::uuid[], $2::bigint[], $3::text[])"
                        + " WITH ORDINALITY AS it(id, epoch, body, ord)) AS it WHERE epoch > $4");
        assertThat(sqlite.text(sql))
                .isEqualTo(
                        "SELECT ord FROM (SELECT value ->> 0 AS id, value ->> 1 AS epoch, unhex(value ->> 2) AS body,"
                                + " key + 1 AS ord FROM jsonb_each(jsonb(?1)) LIMIT -1) AS it WHERE epoch > ?2");
    }

    @Test
    @DisplayName("a row set's JSON escapes text, writes bytes as hex and keeps null")
    void rowsJson() {
        UUID id = new UUID(1, 2);
        Rows rows =
                new Rows().add(id, 3L, "a\"b\n", new byte[] {0, (byte) 0xff}).add(id, null, null, null);

        assertThat(RowsJson.write(rows))
                .isEqualTo("[[\"%s\",3,\"a\\\"b\\n\",\"00ff\"],[\"%s\",null,null,null]]".formatted(id, id));
    }

    @Test
    @DisplayName("a malformed row set names what is wrong with it")
    void malformedRows() {
        assertThatThrownBy(() -> postgres.render(Sql.of("SELECT 1 FROM {ROWS it}")))
                .hasMessageContaining("alias(");
        assertThatThrownBy(() -> postgres.render(Sql.of("SELECT 1 FROM {ROWS it(id)}")))
                .hasMessageContaining("'name type'");
        assertThatThrownBy(() -> postgres.render(Sql.of("SELECT 1 FROM {ROWS it(id money)}")))
                .hasMessageContaining("money");
        assertThatThrownBy(() -> postgres.render(Sql.of("SELECT 1 FROM {ROWS it(id uuid)")))
                .hasMessageContaining("not closed");
    }
}
