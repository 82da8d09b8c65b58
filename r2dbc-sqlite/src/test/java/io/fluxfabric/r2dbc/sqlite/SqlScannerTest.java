package io.fluxfabric.r2dbc.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.r2dbc.sqlite.SqlCommand.Kind;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SqlScannerTest {

    @Test
    void numbersParametersAsSqliteDoes() {
        SqlCommand command = only("SELECT ?, :a, ?5, @b, :a, $c, ?");

        assertThat(command.parameterCount()).isEqualTo(8);
        assertThat(command.parameters().stream().boxed()).containsExactly(0, 1, 4, 5, 6, 7);
        assertThat(command.names())
                .containsAllEntriesOf(Map.of(":a", 1, "a", 1, "?5", 4, "5", 4, "@b", 5, "b", 5, "$c", 6, "c", 6));
    }

    @Test
    void findsNoParametersInTextNamesAndComments() {
        assertThat(only("SELECT '?1 '':a', \"b?\", [c:d], `e@f` -- :g ?\n /* ?2 */ FROM t")
                        .parameterCount())
                .isZero();
    }

    @Test
    void anIdentifierMayContainADollar() {
        assertThat(only("SELECT a$b FROM t").parameterCount()).isZero();
    }

    @Test
    void splitsStatementsAndDropsWhatSurroundsThem() {
        assertThat(SqlScanner.scan(" ;; SELECT ';' ; -- one;\n INSERT INTO t VALUES (1) /* ; */ ; "))
                .extracting(SqlCommand::text)
                .containsExactly("SELECT ';'", "INSERT INTO t VALUES (1)");
    }

    @Test
    void aTriggerIsOneStatement() {
        String trigger = """
                CREATE TEMP TRIGGER x AFTER INSERT ON t BEGIN
                  UPDATE t SET a = CASE WHEN a > 1 THEN 1 ELSE 2 END;
                  DELETE FROM u;
                END""";

        assertThat(SqlScanner.scan(trigger + "; SELECT 1"))
                .extracting(SqlCommand::text)
                .containsExactly(trigger, "SELECT 1");
    }

    @Test
    void nothingButSpaceAndCommentsIsNoStatement() {
        assertThat(SqlScanner.scan(" -- a\n/* b")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            select 1                                    | READ
            VALUES (1)                                  | READ
            EXPLAIN QUERY PLAN DELETE FROM t            | READ
            WITH a AS (SELECT 1) SELECT * FROM a        | READ
            WITH a AS (SELECT 1) DELETE FROM t          | WRITE
            insert into t values (1)                    | WRITE
            REPLACE INTO t VALUES (1)                   | WRITE
            UPDATE t SET a = 1                          | WRITE
            CREATE TABLE t (a)                          | SCHEMA
            BEGIN IMMEDIATE                             | TRANSACTION
            ROLLBACK TO x                               | TRANSACTION
            PRAGMA user_version = 3                     | SETTING
            VACUUM                                      | SETTING
            """)
    void tellsWhatAStatementDoes(String sql, Kind kind) {
        assertThat(only(sql).kind()).isEqualTo(kind);
    }

    @Test
    void seesAReturningClause() {
        assertThat(only("DELETE FROM t RETURNING a").returning()).isTrue();
        assertThat(only("DELETE FROM t WHERE a = 'RETURNING'").returning()).isFalse();
    }

    private static SqlCommand only(String sql) {
        List<SqlCommand> commands = SqlScanner.scan(sql);
        assertThat(commands).hasSize(1);
        return commands.get(0);
    }
}
