package io.fluxfabric.r2dbc.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.r2dbc.sqlite.SqliteConnectionConfiguration.OpenMode;
import io.r2dbc.spi.Connection;
import io.r2dbc.spi.R2dbcBadGrammarException;
import io.r2dbc.spi.R2dbcDataIntegrityViolationException;
import io.r2dbc.spi.R2dbcException;
import io.r2dbc.spi.R2dbcNonTransientResourceException;
import io.r2dbc.spi.R2dbcPermissionDeniedException;
import io.r2dbc.spi.R2dbcTransientResourceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;
import org.sqlite.core.DB;
import reactor.test.StepVerifier;

final class ErrorsTest extends TempDatabase {
    private static final String TABLES = """
            CREATE TABLE parent (id INTEGER PRIMARY KEY);
            CREATE TABLE t (
                id INTEGER PRIMARY KEY,
                u TEXT UNIQUE,
                n TEXT NOT NULL DEFAULT 'n',
                c INTEGER CHECK (c > 0),
                p INTEGER REFERENCES parent);
            CREATE TABLE strict (a INTEGER) STRICT;
            INSERT INTO t (id, u) VALUES (1, 'taken');
            CREATE TRIGGER no BEFORE DELETE ON t BEGIN SELECT RAISE(ABORT, 'not allowed'); END""";

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            INSERT INTO t (u) VALUES ('taken')     | 2067 | 23505
            INSERT INTO t (id) VALUES (1)          | 1555 | 23505
            INSERT INTO t (n) VALUES (NULL)        | 1299 | 23502
            INSERT INTO t (c) VALUES (0)           | 275  | 23514
            INSERT INTO t (p) VALUES (9)           | 787  | 23503
            INSERT INTO strict VALUES ('x')        | 3091 | 23000
            DELETE FROM t                          | 1811 | 23000
            INSERT INTO t (id) VALUES ('x')        | 20   | 42804
            """)
    void aBrokenConstraintIsAnIntegrityViolation(String sql, int code, String state) {
        Connection connection = prepared();

        expect(connection, sql, R2dbcDataIntegrityViolationException.class, code, state);
        stillUsable(connection);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            SELEC 1
            SELECT 1 trailing garbage here
            SELECT 1; garbage
            SELECT * FROM nowhere
            SELECT nothing FROM t
            SELECT 'unfinished
            INSERT INTO t (nope) VALUES (1)
            SELECT ?999999
            """)
    void whatCannotBeCompiledIsBadGrammarWithTheSql(String sql) {
        Connection connection = prepared();

        Sql.run(connection, sql).as(StepVerifier::create).verifyErrorSatisfies(error -> {
            assertThat(error).isInstanceOf(R2dbcBadGrammarException.class);
            assertThat(((R2dbcBadGrammarException) error).getOffendingSql()).isNotBlank();
            assertThat(((R2dbcException) error).getSql()).isNotBlank();
        });
        stillUsable(connection);
    }

    @Test
    void theMessageNamesFileAndStatementAndNeverAValue() {
        Connection connection = prepared();
        String sql = "INSERT INTO t (id, u) VALUES (?, 'taken')";

        Sql.run(connection, sql, 4711)
                .as(StepVerifier::create)
                .verifyErrorSatisfies(error -> assertThat(error)
                        .hasMessageContaining(file().toString())
                        .hasMessageContaining(sql)
                        .hasMessageNotContaining("4711"));
    }

    @Test
    void aConnectionThatOnlyReadsRefusesChanges() {
        prepared();
        Connection queryOnly =
                open(SqliteConnectionFactory.from(configuration().readOnly(true).build()));
        Connection readOnlyFile = open(SqliteConnectionFactory.from(
                configuration().openMode(OpenMode.READ_ONLY).build()));

        expect(queryOnly, "INSERT INTO parent VALUES (1)", R2dbcPermissionDeniedException.class, 8, "25006");
        expect(readOnlyFile, "INSERT INTO parent VALUES (1)", R2dbcPermissionDeniedException.class, 8, "25006");
        stillUsable(readOnlyFile);
    }

    @Test
    void aFullDatabaseIsAResourceThatIsGone() {
        Connection connection = prepared();
        Sql.run(connection, "PRAGMA max_page_count = 1").block(PATIENCE);

        expect(
                connection,
                "INSERT INTO t (u) VALUES (hex(zeroblob(100000)))",
                R2dbcNonTransientResourceException.class,
                13,
                "53100");
        stillUsable(connection);
    }

    @Test
    void aCorruptFileIsReportedAsSuch() throws IOException {
        Connection connection = prepared();
        Sql.run(connection, "PRAGMA journal_mode = DELETE").block(PATIENCE);
        closeConnections();
        byte[] content = Files.readAllBytes(file());
        Arrays.fill(content, 4096, content.length, (byte) 0x5A);
        Files.write(file(), content, StandardOpenOption.TRUNCATE_EXISTING);

        expect(open(), "SELECT u FROM t", R2dbcNonTransientResourceException.class, 11, "XX001");
    }

    static Stream<Arguments> unopenable() {
        return Stream.of(
                Arguments.of("a directory", ".", 14, "directory"),
                Arguments.of("a missing folder", "missing/x.db", 14, "folder does not exist"),
                Arguments.of("no database", "text.db", 26, "text.db"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("unopenable")
    void whatCannotBeOpenedIsExplained(String what, String path, int code, String hint) throws IOException {
        Files.writeString(
                folder.resolve("text.db"), "This is not a database, though long enough to look like one.\n".repeat(40));
        Path target = folder.resolve(path);

        expectOpening(configuration().file(target).build(), code, hint);
    }

    @Test
    void aFileThatMustExistIsNotCreated() {
        expectOpening(configuration().openMode(OpenMode.READ_WRITE).build(), 14, "does not exist");
        assertThat(file()).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource({"SQLITE_BUSY, 5", "SQLITE_BUSY_SNAPSHOT, 517", "SQLITE_LOCKED, 6", "SQLITE_LOCKED_SHAREDCACHE, 262"})
    void contentionIsTransientInAllItsForms(SQLiteErrorCode name, int code) {
        R2dbcException error = new SqliteErrors("db").ofRun(new SQLiteException("m", name), "SELECT 1", false);

        assertThat(error).isInstanceOf(R2dbcTransientResourceException.class);
        assertThat(error.getErrorCode()).isEqualTo(code);
    }

    @Test
    void aCodeWithoutANameKeepsItsNumber() {
        SQLiteException unnamed = DB.newSQLException(5 | (99 << 8), "m");

        assertThat(new SqliteErrors("db").ofRun(unnamed, "SELECT 1", false).getErrorCode())
                .isEqualTo(5 | (99 << 8));
    }

    private Connection prepared() {
        Connection connection = open();
        Sql.run(connection, TABLES).block(PATIENCE);
        return connection;
    }

    private static void stillUsable(Connection connection) {
        assertThat(connection.isAutoCommit()).isTrue();
        Sql.query(connection, Long.class, "SELECT count(*) FROM t")
                .as(StepVerifier::create)
                .expectNext(1L)
                .verifyComplete();
    }

    private static void expect(
            Connection connection, String sql, Class<? extends R2dbcException> type, int code, String state) {
        Sql.run(connection, sql).as(StepVerifier::create).verifyErrorSatisfies(error -> {
            assertThat(error).isInstanceOf(type);
            assertThat(((R2dbcException) error).getErrorCode()).isEqualTo(code);
            assertThat(((R2dbcException) error).getSqlState()).isEqualTo(state);
            assertThat(((R2dbcException) error).getSql()).isEqualTo(sql);
        });
    }

    private static void expectOpening(SqliteConnectionConfiguration configuration, int code, String hint) {
        SqliteConnectionFactory.from(configuration)
                .create()
                .as(StepVerifier::create)
                .verifyErrorSatisfies(error -> {
                    assertThat(error)
                            .isInstanceOf(R2dbcNonTransientResourceException.class)
                            .hasMessageContaining(hint);
                    assertThat(((R2dbcException) error).getErrorCode() & 0xFF).isEqualTo(code);
                });
    }
}
