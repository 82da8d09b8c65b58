package io.fluxfabric.engine.chaos.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fluxfabric.engine.testdb.PostgresServer;
import io.fluxfabric.engine.testdb.TestDatabase;
import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ConnectionFactories;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

class FaultyWireTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration A_MOMENT = Duration.ofMillis(300);

    private final TestDatabase database = PostgresServer.shared().freshDatabase();
    private final FaultyWire wire = FaultyWire.before(database.r2dbcUrl());

    @BeforeEach
    void table() {
        direct("CREATE TABLE kept (number bigint)");
    }

    @AfterEach
    void close() {
        wire.close();
        database.close();
    }

    @Test
    @DisplayName("everything passes, large answers to slow readers too")
    void passes() {
        Connection connection = open();
        Long sum = Flux.from(connection
                        .createStatement("SELECT n, repeat('x', 1000) FROM generate_series(1, 20000) n")
                        .execute())
                .concatMap(result -> result.map((row, metadata) -> Long.parseLong(String.valueOf(row.get(0)))))
                .limitRate(1)
                .reduce(Long::sum)
                .block(PATIENCE);
        assertThat(sum).isEqualTo(200_010_000L);
        assertThat(wire.connections()).isEqualTo(1);
        Mono.from(connection.close()).block(PATIENCE);
        assertThat(eventually(() -> wire.connections() == 0)).isTrue();
    }

    @Test
    @DisplayName("a cut breaks the statement that runs; the next connection works")
    void cut() {
        Connection connection = open();
        CompletableFuture<List<Long>> asleep = run(connection, "SELECT count(*) FROM pg_sleep(60)");
        assertThat(eventually(() -> !direct("SELECT pid::bigint FROM pg_stat_activity WHERE query LIKE '%pg_sleep(60)%'"
                                + " AND state = 'active' AND pid <> pg_backend_pid()")
                        .isEmpty()))
                .isTrue();
        wire.cut();
        assertThatThrownBy(() -> asleep.get(30, TimeUnit.SECONDS)).isNotNull();
        assertThat(run(open(), "SELECT 1::bigint").join()).containsExactly(1L);
    }

    @Test
    @DisplayName("cut with the answer lost: the server has done it, the client hears of no answer")
    void answerLost() throws Exception {
        CompletableFuture<String> sprung = wire.cutAt("INSERT INTO kept", Loss.ANSWER);
        Connection connection = open();
        assertThat(run(connection, "SELECT 1::bigint").join()).containsExactly(1L);
        assertThatThrownBy(() -> run(connection, "INSERT INTO kept VALUES (7) RETURNING number")
                        .join())
                .isNotNull();
        assertThat(sprung.get(30, TimeUnit.SECONDS)).startsWith("INSERT INTO kept");
        assertThat(direct("SELECT number FROM kept")).containsExactly(7L);
    }

    @Test
    @DisplayName("cut with the answer lost also finds a prepared statement by its text, and a commit")
    void preparedAndCommit() throws Exception {
        Connection connection = open();
        for (long number = 0; number < 8; number++) {
            insert(connection, number).block(PATIENCE); // Prepared by now, and sent without its text.
        }
        CompletableFuture<String> prepared = wire.cutAt("INSERT INTO kept VALUES ($1)", Loss.ANSWER);
        assertThatThrownBy(() -> insert(connection, 8).block(PATIENCE)).isNotNull();
        prepared.get(30, TimeUnit.SECONDS);

        Connection other = open();
        CompletableFuture<String> commit = wire.cutAt("COMMIT", Loss.ANSWER);
        Mono.from(other.beginTransaction()).block(PATIENCE);
        insert(other, 9).block(PATIENCE);
        assertThatThrownBy(() -> Mono.from(other.commitTransaction()).block(PATIENCE))
                .isNotNull();
        commit.get(30, TimeUnit.SECONDS);
        assertThat(direct("SELECT number FROM kept ORDER BY 1"))
                .containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L);
    }

    @Test
    @DisplayName("cut with the request lost: the server never saw it; a cut that is taken back does not happen")
    void requestLost() throws Exception {
        CompletableFuture<String> sprung = wire.cutAt("INSERT INTO kept", Loss.REQUEST);
        assertThatThrownBy(() -> insert(open(), 7).block(PATIENCE)).isNotNull();
        sprung.get(30, TimeUnit.SECONDS);
        assertThat(direct("SELECT number FROM kept")).isEmpty();

        CompletableFuture<String> never = wire.cutAt("", Loss.REQUEST);
        wire.disarm();
        insert(open(), 8).block(PATIENCE);
        assertThat(direct("SELECT number FROM kept")).containsExactly(8L);
        assertThat(never).isNotDone();
    }

    @Test
    @DisplayName("a stalled wire holds what is sent and lets it go when it resumes")
    void stall() {
        Connection connection = open();
        wire.stall();
        CompletableFuture<List<Long>> held = run(connection, "INSERT INTO kept VALUES (7) RETURNING number");
        Mono.delay(A_MOMENT).block(PATIENCE); // It would be there by now.
        assertThat(direct("SELECT number FROM kept")).isEmpty();
        assertThat(held).isNotDone();
        wire.resume();
        assertThat(held.orTimeout(30, TimeUnit.SECONDS).join()).containsExactly(7L);
    }

    @Test
    @DisplayName("a cut also ends connections whose bytes are held, and these never arrive")
    void cutWhileStalled() {
        Connection connection = open();
        wire.stall();
        CompletableFuture<List<Long>> held = run(connection, "INSERT INTO kept VALUES (7) RETURNING number");
        Mono.delay(A_MOMENT).block(PATIENCE); // It would be held by now.
        wire.cut();
        assertThatThrownBy(() -> held.orTimeout(30, TimeUnit.SECONDS).join()).isNotNull();
        assertThat(eventually(() -> wire.connections() == 0)).isTrue();
        wire.resume();
        assertThat(direct("SELECT number FROM kept")).isEmpty();
    }

    @Test
    @DisplayName("while it refuses, new connections fail and old ones work")
    void refuse() {
        Connection old = open();
        wire.refuse();
        assertThatThrownBy(this::open).isNotNull();
        assertThat(run(old, "SELECT 1::bigint").join()).containsExactly(1L);
        wire.accept();
        assertThat(run(open(), "SELECT 2::bigint").join()).containsExactly(2L);
    }

    @Test
    @DisplayName("the URL leads through the wire and keeps the rest")
    void url() {
        assertThat(wire.url("r2dbc:postgresql://me:p%40ss@db.example:6432/orders?sslMode=disable"))
                .matches("r2dbc:postgresql://me:p%40ss@127\\.0\\.0\\.1:\\d+/orders\\?sslMode=disable");
        assertThat(wire.url("r2dbc:postgresql://db.example/orders"))
                .matches("r2dbc:postgresql://127\\.0\\.0\\.1:\\d+/orders");
    }

    private Connection open() {
        return Mono.<Connection>from(
                        ConnectionFactories.get(wire.url(database.r2dbcUrl())).create())
                .blockOptional(PATIENCE)
                .orElseThrow();
    }

    private static Mono<Long> insert(Connection connection, long number) {
        return Flux.from(connection
                        .createStatement("INSERT INTO kept VALUES ($1)")
                        .bind("$1", number)
                        .execute())
                .concatMap(result -> result.getRowsUpdated())
                .reduce(Long::sum);
    }

    private static CompletableFuture<List<Long>> run(Connection connection, String sql) {
        return Flux.from(connection.createStatement(sql).execute())
                .concatMap(result -> result.map((row, metadata) -> Long.parseLong(String.valueOf(row.get(0)))))
                .collectList()
                .toFuture();
    }

    /** Past the wire. */
    private List<Long> direct(String sql) {
        return Mono.usingWhen(
                        ConnectionFactories.get(database.r2dbcUrl()).create(),
                        connection -> Mono.fromFuture(() -> run(connection, sql)),
                        Connection::close)
                .blockOptional(PATIENCE)
                .orElseThrow();
    }

    private static boolean eventually(java.util.function.BooleanSupplier condition) {
        return Boolean.TRUE.equals(Flux.interval(Duration.ofMillis(20))
                .onBackpressureDrop()
                .publishOn(reactor.core.scheduler.Schedulers.boundedElastic(), 1)
                .map(tick -> condition.getAsBoolean())
                .filter(reached -> reached)
                .next()
                .block(PATIENCE));
    }
}
