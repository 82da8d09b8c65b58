package io.fluxfabric.engine.r2dbc.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.fluxfabric.engine.error.ClosedException;
import io.fluxfabric.engine.error.ContentionException;
import io.fluxfabric.engine.error.ErrorCode;
import io.fluxfabric.engine.error.InvariantViolatedException;
import io.fluxfabric.engine.error.TransportException;
import io.r2dbc.spi.ConnectionFactory;
import io.r2dbc.spi.R2dbcException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.test.StepVerifier;

/** What {@link Tx} and {@link Session} promise, on any driver. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class TxContract {

    static final Duration PATIENCE = Duration.ofSeconds(30);

    static final Sql INSERT = Sql.of("INSERT INTO note (id, body) VALUES (:id, :body)");
    static final Sql COUNT = Sql.of("SELECT count(*) AS n FROM note WHERE id >= :least");

    private static final Sql ECHO = Sql.of("""
            SELECT id, number, small, body, ord
              FROM {ROWS it(id uuid, number bigint, small integer, body text)} WHERE ord > :least ORDER BY ord""");

    private static final Sql ECHO_BYTES =
            Sql.of("SELECT data FROM {ROWS it(data bytes)} WHERE ord > :least ORDER BY ord");

    StagedConnectionFactory factory = new StagedConnectionFactory(open());
    OnePool pool = new OnePool(factory, 1);
    OwnedWork owner = new OwnedWork();
    Tx tx = newTx();

    /** A factory on an empty database. */
    abstract ConnectionFactory open();

    abstract Dialect dialect();

    /** An error as the driver reports a lost race. */
    abstract R2dbcException contention();

    private Tx newTx() {
        ContentionRetry quick = new ContentionRetry(3, Duration.ofMillis(1), Duration.ofMillis(5), 0.5);
        return new Tx(pool, new Renderer(dialect(), EngineClock.database()), owner, quick);
    }

    @BeforeEach
    void freshTable() {
        factory = new StagedConnectionFactory(open());
        pool = new OnePool(factory, 1);
        owner = new OwnedWork();
        tx = newTx();
        tx.write(
                        "test.schema",
                        session -> session.run(Sql.script("DROP TABLE IF EXISTS note"))
                                .then(session.run(Sql.script("CREATE TABLE note (id integer PRIMARY KEY, body text)"))))
                .block(PATIENCE);
    }

    @AfterEach
    void nothingIsLeftOut() {
        owner.drain().block(PATIENCE);
        assertThat(pool.inUse()).isZero();
        pool.close().block(PATIENCE);
    }

    Mono<Long> insert(Session session, int id) {
        return session.update(INSERT, Binds.of("id", id).and("body", null, String.class));
    }

    long count() {
        Long count = tx.read("test.count", session -> session.one(COUNT, Binds.of("least", 0), row -> row.number("n")))
                .block(PATIENCE);
        return count == null ? -1 : count;
    }

    @Test
    @DisplayName("the value comes after the commit")
    void valueAfterCommit() {
        Sinks.Empty<Void> committed = Sinks.empty();
        factory.onCommit(commit -> Mono.from(commit).then().doOnSuccess(done -> committed.tryEmitEmpty()));

        tx.write("test", session -> insert(session, 1))
                .zipWhen(rows -> committed.asMono().thenReturn(true).timeout(Duration.ofSeconds(5)))
                .as(StepVerifier::create)
                .expectNextCount(1)
                .expectComplete()
                .verify(PATIENCE);
        assertThat(count()).isEqualTo(1);
    }

    @Test
    @DisplayName("an error rolls everything back and reaches the caller")
    void errorRollsBack() {
        tx.write("test", session -> insert(session, 1).then(Mono.error(new UnforeseenException())))
                .as(StepVerifier::create)
                .expectErrorSatisfies(error -> assertThat(error)
                        .isInstanceOf(InvariantViolatedException.class)
                        .hasCauseInstanceOf(UnforeseenException.class))
                .verify(PATIENCE);
        assertThat(count()).isZero();
    }

    @Test
    @DisplayName("a body that throws before it returns a publisher rolls back too")
    void synchronousThrowRollsBack() {
        tx.write("test", session -> {
                    throw new UnforeseenException();
                })
                .as(StepVerifier::create)
                .expectError(InvariantViolatedException.class)
                .verify(PATIENCE);
        assertThat(count()).isZero();
    }

    @Test
    @DisplayName("a commit that lost a race is run again from the start, and counted")
    void contentionIsRetried() {
        AtomicInteger refusals = new AtomicInteger(2);
        factory.onCommit(commit ->
                Mono.defer(() -> refusals.getAndDecrement() > 0 ? Mono.error(contention()) : Mono.from(commit)));
        AtomicInteger runs = new AtomicInteger();

        tx.write("test", session -> insert(session, runs.incrementAndGet()))
                .as(StepVerifier::create)
                .expectNext(1L)
                .expectComplete()
                .verify(PATIENCE);

        assertThat(runs).hasValue(3);
        assertThat(tx.retries()).isEqualTo(2);
        assertThat(count()).as("the refused runs were rolled back").isEqualTo(1);
    }

    @Test
    @DisplayName("contention that does not end becomes RetryExhausted, with nothing written")
    void contentionIsGivenUp() {
        factory.onCommit(commit -> Mono.error(contention()));

        tx.write("lane.pause", session -> insert(session, 1))
                .as(StepVerifier::create)
                .expectErrorSatisfies(error -> {
                    assertThat(error).isInstanceOfSatisfying(ContentionException.class, exhausted -> {
                        assertThat(exhausted.code()).isEqualTo(ErrorCode.RETRY_EXHAUSTED);
                        assertThat(exhausted.isRetryable()).isTrue();
                        assertThat(exhausted).hasMessageContaining("lane.pause");
                    });
                })
                .verify(PATIENCE);

        factory.onCommit(commit -> commit);
        assertThat(tx.retries()).isEqualTo(3);
        assertThat(count()).isZero();
    }

    @Test
    @DisplayName("a mistake in a statement is a terminal Transport error, not retried")
    void badStatement() {
        tx.read(
                        "test.bad",
                        session -> session.list(
                                Sql.of("SELECT nonsense FROM nowhere WHERE x = :x"), Binds.of("x", 1), row -> 1))
                .as(StepVerifier::create)
                .expectErrorSatisfies(error -> {
                    assertThat(error).isInstanceOf(TransportException.class).hasCauseInstanceOf(R2dbcException.class);
                    assertThat(((TransportException) error).isRetryable()).isFalse();
                })
                .verify(PATIENCE);
        assertThat(tx.retries()).isZero();
    }

    @Test
    @DisplayName("a row set comes back as it was bound: order and any text")
    void rowsRoundTrip() {
        UUID first = UUID.randomUUID();
        UUID second = UUID.randomUUID();
        String text = "quote ' \" \\ {X} :y \u00e9\ud83d\ude00";
        Rows rows = new Rows().add(first, Long.MAX_VALUE, 7, text).add(second, -1L, 0, "");

        assertThat(echo(rows))
                .containsExactly(new Echo(first, Long.MAX_VALUE, 7, text, 1), new Echo(second, -1L, 0, "", 2));
    }

    @Test
    @DisplayName("a row set may hold nulls")
    void rowsWithNulls() {
        assumeTrue(rowsHoldNullsAndBytes(), "the driver's arrays hold no nulls");
        UUID id = UUID.randomUUID();

        assertThat(echo(new Rows().add(id, null, null, null))).containsExactly(new Echo(id, null, null, null, 1));
    }

    @Test
    @DisplayName("a row set may hold bytes, empty ones and null among them")
    void rowsWithBytes() {
        assumeTrue(rowsHoldNullsAndBytes(), "the driver's arrays hold no bytes");
        Rows rows = new Rows()
                .add(new byte[] {0, 1, (byte) 0xff, '\\'})
                .add(new byte[0])
                .add((Object) null);

        tx.read(
                        "test.echo",
                        session -> session.list(
                                ECHO_BYTES,
                                Binds.rows("it", rows).and("least", 0),
                                row -> Optional.ofNullable(row.bytesOrNull("data"))
                                        .map(HexFormat.of()::formatHex)))
                .as(StepVerifier::create)
                .expectNext(List.of(Optional.of("0001ff5c"), Optional.of(""), Optional.empty()))
                .expectComplete()
                .verify(PATIENCE);
    }

    /** Whether a row set may hold nulls and bytes; r2dbc-h2 can send neither in an array. */
    boolean rowsHoldNullsAndBytes() {
        return true;
    }

    private List<Echo> echo(Rows rows) {
        List<Echo> echoed = tx.read(
                        "test.echo",
                        session -> session.list(ECHO, Binds.rows("it", rows).and("least", 0), Echo::of))
                .block(PATIENCE);
        return echoed == null ? List.of() : echoed;
    }

    private record Echo(
            UUID id,
            @Nullable Long number,
            @Nullable Integer small,
            @Nullable String body,
            long ord) {

        static Echo of(RowReader row) {
            return new Echo(
                    row.uuid("id"),
                    row.numberOrNull("number"),
                    row.integerOrNull("small"),
                    row.textOrNull("body"),
                    row.number("ord"));
        }
    }

    @Test
    @DisplayName("an empty row set is a statement with no rows")
    void emptyRows() {
        tx.read(
                        "test.echo",
                        session ->
                                session.list(ECHO, Binds.rows("it", new Rows()).and("least", 0), row -> 1))
                .as(StepVerifier::create)
                .expectNext(List.of())
                .expectComplete()
                .verify(PATIENCE);
    }

    @Test
    @DisplayName("after drain nothing new begins, and drain waits for what runs")
    void drainWaits() {
        Sinks.Empty<Void> gate = Sinks.empty();
        Mono<Long> slow = tx.write("test", session -> gate.asMono().then(insert(session, 1)))
                .cache();
        slow.subscribe();
        AtomicInteger drained = new AtomicInteger();
        Mono<Void> drain =
                owner.drain().doOnSuccess(done -> drained.incrementAndGet()).cache();
        drain.subscribe();

        tx.read("test.late", session -> Mono.just(1))
                .as(StepVerifier::create)
                .expectError(ClosedException.class)
                .verify(PATIENCE);
        assertThat(drained).hasValue(0);

        gate.tryEmitEmpty();
        assertThat(slow.block(PATIENCE)).isEqualTo(1L);
        drain.block(PATIENCE);
        assertThat(drained).hasValue(1);
    }

    /** An error of a kind nobody expects. */
    static final class UnforeseenException extends IllegalStateException {
        private static final long serialVersionUID = 1L;
    }
}
