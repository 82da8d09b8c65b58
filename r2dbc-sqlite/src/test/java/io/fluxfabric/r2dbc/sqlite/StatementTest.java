package io.fluxfabric.r2dbc.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.r2dbc.spi.Connection;
import io.r2dbc.spi.R2dbcBadGrammarException;
import io.r2dbc.spi.R2dbcException;
import io.r2dbc.spi.Result;
import io.r2dbc.spi.Statement;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

final class StatementTest extends TempDatabase {
    private @Nullable Connection opened;

    @BeforeEach
    void createTable() {
        opened = open();
        Sql.run(opened, "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT UNIQUE)")
                .block(PATIENCE);
    }

    @ParameterizedTest
    @CsvSource({
        "?, 0",
        "?1, 0",
        "?1, ?1",
        "?1, 1",
        ":name, name",
        ":name, :name",
        "@name, name",
        "@name, @name",
        "$name, name",
        "$name, $name"
    })
    void everyMarkerOfSqliteCanBeBound(String marker, String by) {
        Statement statement = connection().createStatement("SELECT " + marker + " || 'x'");
        Statement bound = by.equals("0") ? statement.bind(0, "v") : statement.bind(by, "v");

        rows(bound).as(StepVerifier::create).expectNext("vx").verifyComplete();
    }

    @Test
    void whatIsNotAParameterCannotBeBound() {
        Statement statement = connection().createStatement("SELECT ?, :b");

        assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> statement.bind(2, "x"));
        assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> statement.bind(-1, "x"));
        assertThatExceptionOfType(NoSuchElementException.class).isThrownBy(() -> statement.bind("c", "x"));
        assertThatIllegalStateException().isThrownBy(statement::execute).withMessageContaining("SELECT ?, :b");
    }

    @Test
    void aStatementRunsOncePerSetOfValuesAndAgainWithEachSubscription() {
        Statement insert = connection().createStatement("INSERT INTO t(a) VALUES (?)");
        insert.bind(0, "a").add().bind(0, "b").add().bindNull(0, String.class);
        Flux<Long> counts = Flux.from(insert.execute()).concatMap(Result::getRowsUpdated);

        counts.as(StepVerifier::create).expectNext(1L, 1L, 1L).verifyComplete();
        counts.as(StepVerifier::create)
                .verifyErrorSatisfies(error ->
                        assertThat(((R2dbcException) error).getErrorCode()).isEqualTo(2067));
    }

    @Test
    void generatedValuesComeByReturning() {
        Flux<String> generated = Flux.from(connection()
                        .createStatement("INSERT INTO t(a) VALUES ('x'), ('y'); -- and that is all")
                        .returnGeneratedValues("id", "a")
                        .execute())
                .concatMap(result -> result.map(row -> row.get("id", Long.class) + row.get("a", String.class)));

        generated.as(StepVerifier::create).expectNext("1x", "2y").verifyComplete();
    }

    @Test
    void anUnknownGeneratedColumnIsAnErrorAndNotAText() {
        Flux.from(connection()
                        .createStatement("INSERT INTO t(a) VALUES ('x')")
                        .returnGeneratedValues("nope")
                        .execute())
                .as(StepVerifier::create)
                .verifyError(R2dbcBadGrammarException.class);
    }

    @Test
    void onlyAChangeReturnsGeneratedValues() {
        Statement query = connection().createStatement("SELECT 1");

        assertThatIllegalStateException().isThrownBy(query::returnGeneratedValues);
    }

    @Test
    void aChangeTakesEffectThoughNobodyReadsItsResult() {
        Flux.from(connection()
                        .createStatement("INSERT INTO t(a) VALUES ('x') RETURNING id")
                        .execute())
                .then()
                .block(PATIENCE);

        assertThat(count(open())).isOne();
    }

    @Test
    void aResultGivesRowsAndThenTheCount() {
        Flux.from(connection()
                        .createStatement("INSERT INTO t(a) VALUES ('x'), ('y') RETURNING a")
                        .execute())
                .concatMap(result -> result.flatMap(segment -> Mono.just(
                        segment instanceof Result.RowSegment row
                                ? String.valueOf(row.row().get(0))
                                : "count " + ((Result.UpdateCount) segment).value())))
                .as(StepVerifier::create)
                .expectNext("x", "y", "count 2")
                .verifyComplete();
    }

    @Test
    void aFilterKeepsOnlyWhatItWants() {
        Flux.from(connection()
                        .createStatement("INSERT INTO t(a) VALUES ('x') RETURNING a")
                        .execute())
                .concatMap(result ->
                        result.filter(Result.UpdateCount.class::isInstance).map(row -> "row"))
                .as(StepVerifier::create)
                .verifyComplete();
    }

    @Test
    void anErrorIsAMessageToWhoeverReadsSegments() {
        String sql = "SELECT json(a) FROM (SELECT '[1]' AS a UNION ALL SELECT '{')";

        Flux.from(connection().createStatement(sql).execute())
                .concatMap(result -> result.flatMap(segment ->
                        Mono.just(segment instanceof Result.Message message ? "error " + message.errorCode() : "row")))
                .as(StepVerifier::create)
                .expectNext("row", "error 1")
                .verifyComplete();
        Flux.from(connection().createStatement(sql).execute())
                .concatMap(result -> result.filter(segment -> !(segment instanceof Result.Message))
                        .map(row -> "row"))
                .as(StepVerifier::create)
                .expectNext("row")
                .verifyComplete();
    }

    @Test
    void aResultIsConsumedOnce() {
        Result result =
                Sql.await(Mono.from(connection().createStatement("SELECT 1").execute()));
        Flux.from(result.map(row -> row.get(0))).blockLast(PATIENCE);

        assertThatIllegalStateException().isThrownBy(() -> result.map(row -> row.get(0)));
        assertThatIllegalStateException().isThrownBy(result::getRowsUpdated);
    }

    @Test
    void severalStatementsInOneTextSeeEachOthersEffects() {
        Flux.from(connection()
                        .createStatement(
                                "SELECT count(*) FROM t; INSERT INTO t(a) VALUES ('x'); SELECT count(*) FROM t")
                        .execute())
                .concatMap(result -> result.map(row -> row.get(0, Long.class)))
                .as(StepVerifier::create)
                .expectNext(0L, 1L)
                .verifyComplete();
    }

    @Test
    void aBatchRunsInOrderAndStopsAtAnError() {
        Flux.from(connection()
                        .createBatch()
                        .add("INSERT INTO t(a) VALUES ('x')")
                        .add("INSERT INTO t(a) VALUES ('x')")
                        .add("INSERT INTO t(a) VALUES ('y')")
                        .execute())
                .concatMap(Result::getRowsUpdated)
                .as(StepVerifier::create)
                .expectNext(1L)
                .verifyError(R2dbcException.class);

        assertThat(count(connection())).isOne();
    }

    @Test
    void parametersHaveNoPlaceInABatchOrACompoundStatement() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> connection().createStatement("DELETE FROM t WHERE a = ?; SELECT 1"))
                .withMessageContaining("parameters");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> connection().createBatch().add("DELETE FROM t WHERE a = ?"));
        assertThatIllegalArgumentException().isThrownBy(() -> connection().createStatement(" -- nothing"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> connection().createStatement("SELECT 1\0; DROP TABLE t"))
                .withMessageContaining("NUL");
        assertThat(count(connection())).isZero();
    }

    @Test
    void aTriggerCanBeCreated() {
        Sql.run(
                        connection(),
                        "CREATE TRIGGER tr AFTER INSERT ON t WHEN new.a IS NOT NULL BEGIN"
                                + " INSERT INTO t(a) VALUES (NULL); END; INSERT INTO t(a) VALUES ('x')")
                .block(PATIENCE);

        assertThat(count(connection())).isEqualTo(2);
    }

    @Test
    void aStatementMayRunWhileAResultOfTheSameConnectionIsBeingRead() {
        Sql.run(connection(), "INSERT INTO t(a) VALUES ('x'), ('y'), ('z')").block(PATIENCE);

        Flux<String> nested = Sql.query(connection(), String.class, "SELECT a FROM t ORDER BY a")
                .flatMap(a -> Sql.query(connection(), String.class, "SELECT a || id FROM t WHERE a = ?", a), 1);

        nested.as(StepVerifier::create).expectNext("x1", "y2", "z3").verifyComplete();
    }

    @Test
    void aChangedSchemaShowsInTheMetadataOfAKnownStatement() {
        Connection other = open();
        Sql.run(connection(), "INSERT INTO t(a) VALUES ('x')").block(PATIENCE);
        assertThat(columns("SELECT * FROM t")).containsExactly("id", "a");

        Sql.run(other, "ALTER TABLE t RENAME COLUMN a TO b").block(PATIENCE);
        assertThat(columns("SELECT * FROM t")).containsExactly("id", "b");

        Sql.run(other, "ALTER TABLE t ADD COLUMN c").block(PATIENCE);
        assertThat(columns("SELECT * FROM t")).containsExactly("id", "b", "c");
    }

    private Connection connection() {
        return Objects.requireNonNull(opened);
    }

    private List<String> columns(String sql) {
        return Sql.await(Flux.from(connection().createStatement(sql).execute())
                .concatMap(result -> result.map((row, metadata) -> metadata.getColumnMetadatas().stream()
                        .map(column -> column.getName())
                        .toList()))
                .single());
    }

    private static Flux<String> rows(Statement statement) {
        return Flux.from(statement.execute()).concatMap(result -> result.map(row -> row.get(0, String.class)));
    }
}
