package io.fluxfabric.r2dbc.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.fluxfabric.r2dbc.sqlite.SqliteConnectionConfiguration.JournalMode;
import io.fluxfabric.r2dbc.sqlite.SqliteConnectionConfiguration.OpenMode;
import io.fluxfabric.r2dbc.sqlite.SqliteConnectionConfiguration.Synchronous;
import io.fluxfabric.r2dbc.sqlite.SqliteConnectionConfiguration.UuidFormat;
import io.r2dbc.spi.ConnectionFactories;
import io.r2dbc.spi.ConnectionFactory;
import io.r2dbc.spi.ConnectionFactoryOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;
import reactor.test.StepVerifier;

final class UrlTest extends TempDatabase {

    @ParameterizedTest
    @CsvSource({
        "r2dbc:sqlite:///orders.db, orders.db",
        "r2dbc:sqlite:///./data/orders.db, data/orders.db",
        "r2dbc:sqlite:////data/orders.db, /data/orders.db",
        "r2dbc:sqlite:file:///orders.db, orders.db",
        "r2dbc:sqlite:///two%20words.db, two words.db"
    })
    void threeSlashesAreRelativeAndFourAreAbsolute(String url, String path) {
        Location location = configuration(url).location();

        assertThat(location.path()).isEqualTo(Path.of(path).toAbsolutePath());
        assertThat(location.shared()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"r2dbc:sqlite:///:memory:", "r2dbc:sqlite::memory:///", "r2dbc:sqlite:memory:///"})
    void aMemoryDatabaseWithoutANameIsPrivate(String url) {
        assertThat(configuration(url).location()).isEqualTo(Location.memory());
    }

    @ParameterizedTest
    @ValueSource(strings = {"r2dbc:sqlite::memory:///cache", "r2dbc:sqlite:memory:///cache"})
    void aMemoryDatabaseWithANameIsShared(String url) {
        assertThat(configuration(url).location()).isEqualTo(Location.sharedMemory("cache"));
    }

    @Test
    void theShortFormOfMemoryWorksWhereTheParserOfR2dbcIsNotInTheWay() {
        SqliteConnectionFactory factory = SqliteConnectionFactory.of("r2dbc:sqlite::memory:?busyTimeout=PT1S");

        Sql.with(factory, connection -> Sql.query(connection, Long.class, "SELECT 7"))
                .as(StepVerifier::create)
                .expectNext(7L)
                .verifyComplete();
    }

    @Test
    void theServiceLoaderFindsTheDriver() {
        ConnectionFactory factory = ConnectionFactories.get("r2dbc:sqlite:///" + file());

        assertThat(factory).isInstanceOf(SqliteConnectionFactory.class);
        assertThat(factory.getMetadata().getName()).isEqualTo("SQLite");
        Sql.with(factory, connection -> Sql.run(connection, "CREATE TABLE t (a)"))
                .blockLast(PATIENCE);
        assertThat(file()).exists();
    }

    @Test
    void everyOptionCanBeWrittenInTheUrl() {
        SqliteConnectionConfiguration read = configuration("r2dbc:sqlite:///a.db?busyTimeout=250&statementTimeout=PT2S"
                + "&journalMode=delete&synchronous=full&foreignKeys=false&cacheSize=-4096&readOnly=true"
                + "&openMode=read_write&uuidFormat=blob&statementCacheSize=7&maxSize=3");

        assertThat(read.busyTimeout()).isEqualTo(Duration.ofMillis(250));
        assertThat(read.statementTimeout()).isEqualTo(Duration.ofSeconds(2));
        assertThat(read.journalMode()).isEqualTo(JournalMode.DELETE);
        assertThat(read.synchronous()).isEqualTo(Synchronous.FULL);
        assertThat(read.foreignKeys()).isFalse();
        assertThat(read.cacheSize()).contains(-4096);
        assertThat(read.readOnly()).isTrue();
        assertThat(read.openMode()).isEqualTo(OpenMode.READ_WRITE);
        assertThat(read.uuidFormat()).isEqualTo(UuidFormat.BLOB);
        assertThat(read.statementCacheSize()).isEqualTo(7);
    }

    @Test
    void optionsTakeEffect() {
        SqliteConnectionConfiguration set = configuration()
                .journalMode(JournalMode.TRUNCATE)
                .synchronous(Synchronous.FULL)
                .foreignKeys(false)
                .cacheSize(-4096)
                .build();

        Sql.with(
                        SqliteConnectionFactory.from(set),
                        connection -> Sql.query(
                                connection,
                                String.class,
                                "SELECT journal_mode || ' ' || synchronous || ' ' || foreign_keys || ' ' || cache_size"
                                        + " FROM pragma_journal_mode, pragma_synchronous, pragma_foreign_keys,"
                                        + " pragma_cache_size"))
                .as(StepVerifier::create)
                .expectNext("truncate 2 0 -4096")
                .verifyComplete();
    }

    @Test
    void theDefaultsAreWalNormalAndForeignKeysOn() {
        Sql.with(
                        factory(),
                        connection -> Sql.query(
                                connection,
                                String.class,
                                "SELECT journal_mode || ' ' || synchronous || ' ' || foreign_keys"
                                        + " FROM pragma_journal_mode, pragma_synchronous, pragma_foreign_keys"))
                .as(StepVerifier::create)
                .expectNext("wal 1 1")
                .verifyComplete();
    }

    /** The first of them turn the file to WAL while the others do the same. */
    @Test
    void manyConnectionsMayOpenANewFileAtOnce() {
        SqliteConnectionFactory factory = factory();

        Flux.range(0, 20)
                .flatMap(number -> Sql.with(factory, connection -> Sql.query(connection, Long.class, "SELECT 1")), 20)
                .count()
                .as(StepVerifier::create)
                .expectNext(20L)
                .verifyComplete();
    }

    @Test
    void aPathMayContainAQuestionMark() {
        Path odd = folder.resolve("what?mode=memory.db");
        SqliteConnectionFactory factory = SqliteConnectionFactory.from(
                SqliteConnectionConfiguration.builder().file(odd).build());

        Sql.with(factory, connection -> Sql.run(connection, "CREATE TABLE t (a)"))
                .blockLast(PATIENCE);

        assertThat(Files.exists(odd)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "r2dbc:sqlite://localhost/orders.db, no host",
        "r2dbc:sqlite:///a.db?journalMode=fast, journalMode",
        "r2dbc:sqlite:///a.db?busyTimeout=soon, busyTimeout",
        "r2dbc:sqlite:///a.db?busyTimeout=PT-1S, busyTimeout",
        "r2dbc:sqlite:///a.db?foreignKeys=perhaps, foreignKeys",
        "r2dbc:sqlite:tcp:///a.db, tcp",
        "r2dbc:sqlite:///, database is needed"
    })
    void whatCannotBeUnderstoodIsNamed(String url, String named) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> configuration(url))
                .withMessageContaining(named);
    }

    private static SqliteConnectionConfiguration configuration(String url) {
        return new OptionReader(ConnectionFactoryOptions.parse(url)).configuration();
    }
}
