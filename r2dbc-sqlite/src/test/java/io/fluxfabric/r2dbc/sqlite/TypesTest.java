package io.fluxfabric.r2dbc.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.fluxfabric.r2dbc.sqlite.SqliteConnectionConfiguration.UuidFormat;
import io.r2dbc.spi.Blob;
import io.r2dbc.spi.Clob;
import io.r2dbc.spi.Connection;
import io.r2dbc.spi.Parameters;
import io.r2dbc.spi.R2dbcType;
import io.r2dbc.spi.Statement;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

final class TypesTest extends TempDatabase {
    private static final UUID ID = UUID.fromString("0b6f2b6e-0d9e-4c6a-9d2c-3f6d6b1c2a10");

    static Stream<Arguments> values() {
        return Stream.of(
                arguments((byte) -7, "integer"),
                arguments((short) 300, "integer"),
                arguments(Integer.MIN_VALUE, "integer"),
                arguments(Long.MAX_VALUE, "integer"),
                arguments(new BigInteger("12"), "integer"),
                arguments(new BigInteger("123456789012345678901234567890"), "text"),
                arguments(1.5f, "real"),
                arguments(Math.PI, "real"),
                arguments(new BigDecimal("1234567890.12345678901234567890"), "text"),
                arguments(true, "integer"),
                arguments(false, "integer"),
                arguments("grüße, 世界 🙂", "text"),
                arguments("", "text"),
                arguments('ß', "text"),
                arguments(new byte[] {0, 1, -1}, "blob"),
                arguments(new byte[0], "blob"),
                arguments(ByteBuffer.wrap(new byte[] {3, 0, 4}), "blob"),
                arguments(ID, "text"),
                arguments(LocalDate.of(2026, 2, 28), "text"),
                arguments(LocalTime.of(23, 59, 1, 5), "text"),
                arguments(LocalTime.MIDNIGHT, "text"),
                arguments(LocalDateTime.of(2026, 1, 2, 3, 4, 5, 600_000_000), "text"),
                arguments(Instant.parse("2026-11-18T10:00:00.000000001Z"), "text"),
                arguments(Instant.EPOCH, "text"),
                arguments(OffsetDateTime.parse("2026-11-18T10:00:00.5+05:30"), "text"));
    }

    @ParameterizedTest
    @MethodSource("values")
    void whatIsBoundIsReadBack(Object value, String storageClass) {
        Connection connection = open();

        Mono<Object> stored = Flux.from(connection
                        .createStatement("SELECT :value AS v, typeof(:value) AS t")
                        .bind("value", value)
                        .execute())
                .flatMap(result -> result.map(row -> {
                    assertThat(row.get("t", String.class)).isEqualTo(storageClass);
                    return (Object) row.get("v", declaredType(value));
                }))
                .single();

        assertThat(stored.block(PATIENCE)).usingRecursiveComparison().isEqualTo(value);
    }

    @Test
    void aUuidIsTextOrBlobByConfigurationOrByParameterType() {
        Connection text = open();
        Connection blob = open(SqliteConnectionFactory.from(
                configuration().uuidFormat(UuidFormat.BLOB).build()));
        String sql = "SELECT typeof(?1) || ' ' || length(?1)";

        assertThat(one(text, sql, ID)).isEqualTo("text 36");
        assertThat(one(blob, sql, ID)).isEqualTo("blob 16");
        assertThat(one(text, sql, Parameters.in(R2dbcType.VARBINARY, ID))).isEqualTo("blob 16");
        assertThat(one(blob, sql, Parameters.in(R2dbcType.VARCHAR, ID))).isEqualTo("text 36");
        assertThat(Sql.query(blob, UUID.class, "SELECT ?", ID).blockLast(PATIENCE))
                .isEqualTo(ID);
    }

    @Test
    void instantsCompareInSqlAsInJava() {
        Connection connection = open();
        Instant second = Instant.parse("2026-11-18T10:00:00Z");

        assertThat(Sql.query(connection, Boolean.class, "SELECT ? < ?", second, second.plusNanos(1))
                        .blockLast(PATIENCE))
                .isTrue();
    }

    @Test
    void timesThatSqliteWroteCanBeRead() {
        Connection connection = open();

        assertThat(Sql.query(connection, Instant.class, "SELECT datetime(0, 'unixepoch')")
                        .blockLast(PATIENCE))
                .isEqualTo(Instant.EPOCH);
        assertThat(Sql.query(connection, LocalDate.class, "SELECT date(0, 'unixepoch')")
                        .blockLast(PATIENCE))
                .isEqualTo(LocalDate.EPOCH);
        assertThat(Sql.query(connection, LocalTime.class, "SELECT time(61, 'unixepoch')")
                        .blockLast(PATIENCE))
                .isEqualTo(LocalTime.of(0, 1, 1));
    }

    @Test
    void largeObjectsAreReadBeforeTheStatementRuns() {
        Connection connection = open();
        Blob blob = Blob.from(Flux.just(utf8("ab"), utf8("cd")));
        Clob clob = Clob.from(Flux.just("ef", "gh"));

        Sql.query(connection, String.class, "SELECT CAST(? AS TEXT) || ?", blob, clob)
                .as(StepVerifier::create)
                .expectNext("abcdefgh")
                .verifyComplete();
    }

    @Test
    void aLargeObjectThatFailsFailsTheStatement() {
        Connection connection = open();

        Sql.query(connection, String.class, "SELECT ?", Clob.from(Mono.error(new IllegalStateException("gone"))))
                .as(StepVerifier::create)
                .verifyErrorMessage("gone");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            INTEGER  | 5                | java.lang.Integer
            INTEGER  | 5000000000       | java.lang.Long
            BIGINT   | 5                | java.lang.Long
            BOOLEAN  | 1                | java.lang.Boolean
            REAL     | 1                | java.lang.Double
            NUMERIC  | 1.5              | java.math.BigDecimal
            TEXT     | 'a'              | java.lang.String
            DATETIME | '2026-01-01'     | java.lang.String
            BLOB     | x'00'            | java.nio.HeapByteBuffer
            INTEGER  | 'not a number'   | java.lang.String
            """)
    void withoutATypeTheDeclarationAndTheStoredValueDecide(String declared, String literal, String javaType) {
        Connection connection = open();
        Sql.run(connection, "CREATE TABLE t (a " + declared + "); INSERT INTO t VALUES (" + literal + ")")
                .block(PATIENCE);

        Object value =
                Sql.await(Sql.query(connection, Object.class, "SELECT a FROM t").single());

        assertThat(value.getClass().getName()).isEqualTo(javaType);
    }

    @Test
    void nothingIsLostInSilence() {
        Connection connection = open();

        Sql.query(connection, Integer.class, "SELECT 5000000000 AS big")
                .as(StepVerifier::create)
                .verifyErrorSatisfies(error -> assertThat(error)
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("big")
                        .hasMessageNotContaining("5000000000"));
        Sql.query(connection, Long.class, "SELECT 1.5")
                .as(StepVerifier::create)
                .verifyError(IllegalArgumentException.class);
        Sql.query(connection, Instant.class, "SELECT 'yesterday'")
                .as(StepVerifier::create)
                .verifyError(IllegalArgumentException.class);
        Sql.query(connection, Thread.class, "SELECT 1")
                .as(StepVerifier::create)
                .verifyError(IllegalArgumentException.class);
    }

    @Test
    void whatCannotBeStoredIsRefusedWhenItIsBound() {
        Statement statement = open().createStatement("SELECT ?");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> statement.bind(0, new Thread()))
                .withMessageContaining("java.lang.Thread");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> statement.bind(0, "secret\0tail"))
                .withMessageContaining("NUL")
                .withMessageNotContaining("secret");
        assertThatIllegalArgumentException().isThrownBy(() -> statement.bindNull(0, Thread.class));
        assertThatIllegalArgumentException().isThrownBy(() -> statement.bind(0, Parameters.out(R2dbcType.INTEGER)));
    }

    private static Object one(Connection connection, String sql, Object value) {
        return Sql.await(Sql.query(connection, Object.class, sql, value).single());
    }

    private static Class<?> declaredType(Object value) {
        return value instanceof ByteBuffer ? ByteBuffer.class : value.getClass();
    }

    private static ByteBuffer utf8(String text) {
        return StandardCharsets.UTF_8.encode(text);
    }
}
