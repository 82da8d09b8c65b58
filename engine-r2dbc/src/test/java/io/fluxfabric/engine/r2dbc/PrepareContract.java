package io.fluxfabric.engine.r2dbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.Prepared;
import io.fluxfabric.engine.error.ClosedException;
import io.fluxfabric.engine.error.ConfigurationException;
import io.fluxfabric.engine.error.ErrorCode;
import io.fluxfabric.engine.r2dbc.migrate.MigrationMode;
import io.fluxfabric.engine.r2dbc.sql.connect.DatabaseUrl;
import io.fluxfabric.engine.r2dbc.sql.connect.PoolSettings;
import io.r2dbc.spi.Connection;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;

/** What {@code prepare()} promises on an empty, a ready, a foreign and a newer database. */
abstract class PrepareContract {

    private static final Duration PATIENCE = Duration.ofSeconds(40);

    /** The URL of an empty database. */
    abstract String freshUrl();

    private static Prepared prepared(String url, EngineSettings settings) {
        R2dbcEngine engine =
                R2dbcEngine.open(url, settings.pool(PoolSettings.defaults().size(2)));
        Prepared prepared = engine.prepare()
                .onErrorResume(error -> engine.close().then(Mono.error(error)))
                .delayUntil(done -> engine.close())
                .block(PATIENCE);
        assertThat(prepared).isNotNull();
        return prepared;
    }

    private static void refused(String url, EngineSettings settings, ErrorCode code, String... words) {
        Mono.fromCallable(() -> prepared(url, settings))
                .subscribeOn(Schedulers.boundedElastic())
                .as(StepVerifier::create)
                .expectErrorSatisfies(error -> assertThat(error)
                        .isInstanceOfSatisfying(ConfigurationException.class, wrong -> {
                            assertThat(wrong.code()).isEqualTo(code);
                            assertThat(wrong.getMessage()).contains(words);
                        }))
                .verify(PATIENCE);
    }

    /** Runs SQL past the engine, as a stranger would. */
    private static void meddle(String url, String sql) {
        Mono.usingWhen(
                        DatabaseUrl.open(url).create(),
                        connection -> Flux.from(connection.createStatement(sql).execute())
                                .concatMap(result -> result.getRowsUpdated())
                                .then(),
                        Connection::close)
                .block(PATIENCE);
    }

    @Test
    @DisplayName("an empty database is migrated, a ready one is left alone, and both answers say so")
    void migratesOnce() {
        String url = freshUrl();

        Prepared first = prepared(url, EngineSettings.defaults());
        Prepared second = prepared(url, EngineSettings.defaults());

        assertThat(first.applied()).startsWith("V001__partitions.sql").hasSize(first.schemaVersion());
        assertThat(second.applied()).isEmpty();
        assertThat(second.schemaVersion()).isEqualTo(first.schemaVersion());
        assertThat(second.toString()).contains("nothing to do");
    }

    @Test
    @DisplayName(
            "ten nodes that boot at once leave one schema, each migration applied by one of them, and one key to sign with")
    void tenNodes() {
        String url = freshUrl();
        List<Prepared> all = Flux.fromStream(IntStream.range(0, 10).boxed())
                .flatMap(node -> Mono.fromCallable(() -> prepared(url, EngineSettings.defaults()))
                        .subscribeOn(Schedulers.boundedElastic()))
                .collectList()
                .block(PATIENCE);

        assertThat(all).isNotNull().hasSize(10);
        List<String> applied =
                all.stream().flatMap(one -> one.applied().stream()).toList();
        assertThat(applied).doesNotHaveDuplicates().hasSize(all.get(0).schemaVersion());
        assertThat(RawSql.on(url).texts("SELECT active FROM ff_signing_key")).containsExactly("1");
    }

    @Test
    @DisplayName("verify mode changes nothing and says what is missing")
    void verifyMode() {
        String url = freshUrl();
        EngineSettings verify = EngineSettings.defaults().migrations(MigrationMode.VERIFY);

        refused(url, verify, ErrorCode.SCHEMA_NOT_READY, "schema version 0");
        prepared(url, EngineSettings.defaults());
        assertThat(prepared(url, verify).applied()).isEmpty();
    }

    @Test
    @DisplayName("a database made with another partition count is refused")
    void partitionCount() {
        String url = freshUrl();
        prepared(url, EngineSettings.defaults().partitions(16));

        refused(url, EngineSettings.defaults(), ErrorCode.PARTITION_COUNT_MISMATCH, "16", "256");
    }

    @Test
    @DisplayName("a database newer than the code is refused")
    void newerDatabase() {
        String url = freshUrl();
        prepared(url, EngineSettings.defaults());
        meddle(url, "INSERT INTO ff_migration VALUES (999, 'V999__future.sql', 'x', 0)");

        refused(url, EngineSettings.defaults(), ErrorCode.SCHEMA_TOO_NEW, "999");
    }

    @Test
    @DisplayName("a migration that was applied with another content is refused by name")
    void changedMigration() {
        String url = freshUrl();
        prepared(url, EngineSettings.defaults());
        meddle(url, "UPDATE ff_migration SET checksum = 'tampered' WHERE version = 1");

        refused(url, EngineSettings.defaults(), ErrorCode.MIGRATION_CHANGED, "V001__partitions.sql");
    }

    @Test
    @DisplayName("a closed engine says that it is closed, and closing twice is closing once")
    void closed() {
        R2dbcEngine engine = R2dbcEngine.open(freshUrl());
        engine.close().then(engine.close()).block(PATIENCE);

        engine.prepare()
                .as(StepVerifier::create)
                .expectError(ClosedException.class)
                .verify(PATIENCE);
    }
}
